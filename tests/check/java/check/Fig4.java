package check;

/** The running example of the Chord paper, called from outside. */
// check: --open --api check.Fig4
public class Fig4 {
  int f; // expect: check.Fig4.f

  public Fig4() {
    this.f = 0;
  }

  private int rd() {
    return this.f;
  }

  private int wr(int x) {
    this.f = x;
    return x;
  }

  public int get() {
    return this.rd();
  }

  public synchronized int inc() {
    int t = this.rd() + (new Fig4()).wr(1);
    return this.wr(t);
  }
}

// check: --open --api check.LeftAbstract
package check;

/** A class that its callers extend, and nobody here does. */
public abstract class LeftAbstract {
  private int count; // expect: check.LeftAbstract.count
  private int guarded;

  protected LeftAbstract() {
    count = 1;
  }

  protected abstract void step();

  public void run() {
    count++;
    step();
    synchronized (this) {
      guarded++;
    }
  }
}

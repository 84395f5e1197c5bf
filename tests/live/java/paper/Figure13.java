package paper;

/** Fig. 13: as Fig. 11, but the parent writes once more after it has started the child. */
public class Figure13 extends Thread {
  int value;  // finds: paper.Figure13.value

  Figure13(int value) {
    this.value = value;
  }

  @Override
  public void run() {
    System.out.println(value);
  }

  public static void main(String[] args) {
    Figure13 thread = new Figure13(42);
    thread.start();
    thread.value = 23;
  }
}

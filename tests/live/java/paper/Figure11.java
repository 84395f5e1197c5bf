package paper;

/** Fig. 11: the parent writes before it starts the child; nothing to find. */
public class Figure11 extends Thread {
  int value;

  Figure11(int value) {
    this.value = value;
  }

  @Override
  public void run() {
    System.out.println(value);
  }

  public static void main(String[] args) {
    Figure11 thread = new Figure11(42);
    thread.start();
  }
}

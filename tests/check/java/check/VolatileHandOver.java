package check;

/** Data before a volatile flag, and read after the flag was seen: nothing. Read whatever the flag says: found. */
public class VolatileHandOver {
  private volatile boolean ready;
  private int data;
  private int careless; // expect: check.VolatileHandOver.careless

  void write() {
    data = 42;
    careless = 42;
    ready = true;
  }

  void read() {
    while (!ready) {
      Thread.onSpinWait();
    }
    System.out.println(data);
  }

  void peek() {
    if (ready) {
      System.out.println(data);
    }
    System.out.println(careless);
  }

  public static void main(String[] args) {
    VolatileHandOver shared = new VolatileHandOver();
    new Thread(shared::write).start();
    new Thread(shared::read).start();
    new Thread(shared::peek).start();
  }
}

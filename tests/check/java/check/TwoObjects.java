package check;

/** Two objects of one class, each used by one thread: nothing. */
public class TwoObjects {
  private int value;

  void up() {
    value++;
  }

  public static void main(String[] args) {
    TwoObjects a = new TwoObjects();
    TwoObjects b = new TwoObjects();
    new Thread(a::up).start();
    new Thread(b::up).start();
  }
}

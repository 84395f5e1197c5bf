package check;

/** State behind an interface's default method. */
public class DefaultMethods {
  interface Counter {
    int get();

    void set(int value);

    default void up() {
      set(get() + 1);
    }
  }

  static class Plain implements Counter {
    private int value; // expect: check.DefaultMethods$Plain.value

    @Override
    public int get() {
      return value;
    }

    @Override
    public void set(int to) {
      value = to;
    }
  }

  static class Safe implements Counter {
    private int value;

    @Override
    public synchronized int get() {
      return value;
    }

    @Override
    public synchronized void set(int to) {
      value = to;
    }
  }

  public static void main(String[] args) {
    Counter plain = new Plain();
    Counter safe = new Safe();
    for (int i = 0; i < 2; i++) {
      new Thread(plain::up).start();
      new Thread(safe::up).start();
    }
  }
}

package check;

/** What @GuardedBy and @Immutable say is believed, and checked. */
public class Declared {
  @interface GuardedBy {
    String value();
  }

  @interface Immutable {}

  @Immutable
  static class Pair {
    private int left;
    private int right;

    void spoil() {
      left = 3; // note: check.Declared$Pair is @Immutable, but its field left is written
      right = left;
    }
  }

  private Object lock = new Object();

  @GuardedBy("lock")
  private int good;

  @GuardedBy("this")
  private int bad; // expect: check.Declared.bad

  void use() {
    synchronized (lock) {
      good++;
      bad++; // note: check.Declared.bad is @GuardedBy("this"), which is not held
    }
  }

  synchronized void other() {
    bad++;
    helper();
  }

  @GuardedBy("this")
  private void helper() {
    bad++;
  }

  void swap() {
    synchronized (this) {
      Object old = lock;
      System.out.println(old);
    }
  }

  public static void main(String[] args) {
    Declared shared = new Declared();
    Pair pair = new Pair();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        shared.use();
        shared.other();
        shared.swap();
        pair.spoil();
      }).start();
    }
  }
}

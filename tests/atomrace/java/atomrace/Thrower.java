package atomrace;

import java.util.concurrent.CountDownLatch;

/** A section that is left by an exception, caught or not, is over: what others do then violates nothing. */
public final class Thrower {
  private int value;
  private String text;

  void add(int sum) {
    int now = value;
    if (sum < 0) throw new IllegalArgumentException("no");
    value = now + sum;
  }

  int length(boolean fails) {
    try {
      int now = value;
      if (fails) text.length();
      value = now + 1;
      return now;
    } catch (NullPointerException e) {
      return -1;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thrower thrower = new Thrower();
    CountDownLatch thrown = new CountDownLatch(1);
    CountDownLatch added = new CountDownLatch(1);
    Thread other = new Thread(() -> {
      try {
        thrown.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      thrower.value = 5;
      added.countDown();
    });
    other.start();
    try {
      thrower.add(-1);
    } catch (IllegalArgumentException expected) {
      thrower.length(true);
    }
    thrown.countDown();
    added.await();
    thrower.add(1);
    other.join();
    System.out.println(thrower.value);
  }
}

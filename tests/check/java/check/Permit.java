package check;

import java.util.concurrent.Semaphore;

/** A semaphore with one permit is a lock; one with two is not. */
public class Permit {
  private final Semaphore one = new Semaphore(1);
  private final Semaphore two = new Semaphore(2);
  private int good;
  private int bad; // expect: check.Permit.bad

  void work() throws InterruptedException {
    one.acquire();
    try {
      good++;
    } finally {
      one.release();
    }
    two.acquire();
    try {
      bad++;
    } finally {
      two.release();
    }
  }

  public static void main(String[] args) {
    Permit shared = new Permit();
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        try {
          shared.work();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
  }
}

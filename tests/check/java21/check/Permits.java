package check;

import java.util.concurrent.Semaphore;

/** A semaphore with one permit is a lock, one with two is none. */
public class Permits {
  private final Semaphore one = new Semaphore(1);
  private final Semaphore two = new Semaphore(2);
  private int guarded;
  private int crowded; // expect: check.Permits.crowded

  void work() {
    one.acquireUninterruptibly();
    try {
      guarded++;
    } finally {
      one.release();
    }
    two.acquireUninterruptibly();
    try {
      crowded++;
    } finally {
      two.release();
    }
  }

  public static void main(String[] args) {
    Permits shared = new Permits();
    for (int i = 0; i < 3; i++) new Thread(shared::work).start();
  }
}

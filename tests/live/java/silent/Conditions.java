package silent;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** A bounded buffer on a lock and two conditions, awaited in each of their ways. */
public class Conditions {
  static final Lock LOCK = new ReentrantLock();
  static final Condition FULL = LOCK.newCondition();
  static final Condition EMPTY = LOCK.newCondition();
  static int slot;
  static boolean filled;

  static void put(int value) throws InterruptedException {
    LOCK.lock();
    try {
      while (filled) EMPTY.awaitUninterruptibly();
      slot = value;
      filled = true;
      FULL.signalAll();
    } finally {
      LOCK.unlock();
    }
  }

  static int take(int how) throws InterruptedException {
    LOCK.lock();
    try {
      while (!filled) {
        if (how == 0) FULL.await();
        if (how == 1) FULL.awaitNanos(1_000_000_000L);
        if (how == 2 && !FULL.await(1, TimeUnit.SECONDS)) continue;
        if (how == 3 && !FULL.awaitUntil(new Date(System.currentTimeMillis() + 1000))) continue;
      }
      filled = false;
      EMPTY.signal();
      return slot;
    } finally {
      LOCK.unlock();
    }
  }

  public static void main(String[] args) throws Exception {
    int[] sum = new int[1];
    Threads.together(
        () -> {
          for (int i = 1; i <= 100; i++) put(i);
        },
        () -> {
          for (int i = 1; i <= 100; i++) sum[0] += take(i % 4);
        });
    Check.result(5050, sum[0]);
  }
}

package check;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Flags, numbers and owners as locks: set by getAndSet, or from nought by compareAndSet. What only counts is none. */
public class SpinLocks {
  private final AtomicBoolean flag = new AtomicBoolean();
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicInteger counter = new AtomicInteger();
  private final AtomicReference<Thread> owner = new AtomicReference<>();
  private final AtomicReference<String> name = new AtomicReference<>();
  private int owned;
  private int named; // expect: check.SpinLocks.named
  private int flagged;
  private int numbered;
  private int refused; // expect: check.SpinLocks.refused
  private int released; // expect: check.SpinLocks.released
  private int counted; // expect: check.SpinLocks.counted
  private int unset; // expect: check.SpinLocks.unset

  void spinOnFlag() {
    while (flag.getAndSet(true)) {
      Thread.onSpinWait();
    }
    try {
      flagged++;
    } finally {
      flag.set(false);
    }
    released++;
  }

  void tryFlag() {
    if (flag.getAndSet(true)) {
      refused++;
    } else {
      flagged++;
      flag.setRelease(false);
    }
  }

  void spinOnNumber() {
    while (!number.compareAndSet(0, 1)) {
      Thread.onSpinWait();
    }
    try {
      numbered++;
    } finally {
      number.set(0);
    }
  }

  void tryNumber() {
    if (number.getAndSet(1) == 0) {
      numbered++;
      number.compareAndSet(1, 0);
      released++;
    }
  }

  void lock() {
    Thread self = Thread.currentThread();
    while (!owner.compareAndSet(null, self)) {
      Thread.onSpinWait();
    }
  }

  void unlock() {
    owner.compareAndSet(Thread.currentThread(), null);
  }

  void own() {
    lock();
    try {
      owned++;
    } finally {
      unlock();
    }
    if (owner.compareAndSet(null, Thread.currentThread())) {
      owned++;
      owner.set(null);
      released++;
    }
    // Others take the name out.
    if (name.compareAndSet(null, "mine")) {
      named++;
    }
    name.getAndSet(null);
  }

  void count() {
    int old = counter.get();
    if (counter.compareAndSet(old, old + 1)) {
      counted++;
    }
    if (!flag.getAndSet(false)) {
      unset++;
    }
  }

  public static void main(String[] args) {
    SpinLocks shared = new SpinLocks();
    for (int i = 0; i < 2; i++) {
      new Thread(shared::spinOnFlag).start();
      new Thread(shared::tryFlag).start();
      new Thread(shared::spinOnNumber).start();
      new Thread(shared::tryNumber).start();
      new Thread(shared::own).start();
      new Thread(shared::count).start();
    }
  }
}

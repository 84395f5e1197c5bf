package check;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.locks.ReentrantLock;

/** Who finds a flag unset and sets it, under a lock, is alone until it is unset; its method's result says who that is. */
@SuppressWarnings("removal")
public class FlagAsLock {
  private static final Object LOCK = new Object();
  private static boolean booting;

  private final ReentrantLock lock = new ReentrantLock();
  private boolean busy;
  private boolean loose; // expect: check.FlagAsLock.loose
  private boolean twice;
  private static int booted;
  private int entered;
  private int tried;
  private int refused; // expect: check.FlagAsLock.refused
  private int left; // expect: check.FlagAsLock.left
  private int loosely; // expect: check.FlagAsLock.loosely
  private int either; // expect: check.FlagAsLock.either
  private int unlocked; // expect: check.FlagAsLock.unlocked

  synchronized boolean enter() {
    if (busy) {
      return false;
    }
    busy = true;
    return true;
  }

  synchronized void leave() {
    busy = false;
  }

  void useEntered() {
    if (enter()) {
      entered++;
      leave();
      left++;
    } else {
      refused++;
    }
  }

  // The result tells it the other way round, and by way of an action.
  private static boolean boot() {
    synchronized (LOCK) {
      if (booting) {
        return false;
      }
      booting = true;
      return true;
    }
  }

  private static boolean isRefused() {
    return AccessController.doPrivileged((PrivilegedAction<Boolean>) () -> !boot());
  }

  static void useBooted() {
    if (isRefused()) {
      return;
    }
    booted++;
    synchronized (LOCK) {
      booting = false;
    }
  }

  // Unset without the lock: that comes before nothing.
  synchronized boolean enterLoosely() {
    if (loose) {
      return false;
    }
    loose = true;
    return true;
  }

  void useLoosely() {
    if (enterLoosely()) {
      loosely++;
      loose = false;
    }
  }

  // Set in two places, of which one does not look.
  synchronized boolean enterTwice() {
    if (twice) {
      return false;
    }
    twice = true;
    return true;
  }

  synchronized boolean enterAnyway() {
    twice = true;
    return true;
  }

  synchronized void leaveTwice() {
    twice = false;
  }

  void useTwice() {
    if (enterAnyway() || enterTwice()) {
      either++;
      leaveTwice();
    }
  }

  // A wrapper of tryLock that tests it itself.
  boolean tryEnter() {
    if (!lock.tryLock()) {
      return false;
    }
    return true;
  }

  // And one that does not keep it.
  boolean tryAndLeave() {
    if (lock.tryLock()) {
      lock.unlock();
      return true;
    }
    return false;
  }

  void useTried() {
    if (tryEnter()) {
      tried++;
      lock.unlock();
    }
    if (tryAndLeave()) {
      unlocked++;
    }
  }

  public static void main(String[] args) {
    FlagAsLock shared = new FlagAsLock();
    for (int i = 0; i < 2; i++) {
      new Thread(shared::useEntered).start();
      new Thread(FlagAsLock::useBooted).start();
      new Thread(shared::useLoosely).start();
      new Thread(shared::useTwice).start();
      new Thread(shared::useTried).start();
    }
  }
}

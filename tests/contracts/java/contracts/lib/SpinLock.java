package contracts.lib;

/** A library's own lock. */
public final class SpinLock {
  private final Unseen held = new Unseen();

  public void lock() {
    while (!tryLock(1)) Thread.onSpinWait();
  }

  public boolean tryLock(int times) {
    for (int i = 0; i < times; i++) {
      if (held.swap(0, 1)) return true;
    }
    return false;
  }

  public void unlock() {
    held.set(0);
  }
}

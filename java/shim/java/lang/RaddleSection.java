package java.lang;

/** A lock that a thread holds, and the critical section that began when the thread took it. Part of RaddleViews. */
final class RaddleSection {
  static final int OVER = -1;
  static final int SKIPPED = -2;

  Object lock;
  int depth;
  boolean shared;  // the lock was taken for reading
  int start;  // where the section begins in the thread's log; OVER: it has become too large; SKIPPED: it is not looked at
  int kind;  // the kind of section, for RaddleTold
  long id;  // identifies the lock; 0: not asked for yet

  /**
   * Whether it keeps other threads out, and its own section shows when they come in between. That is shown even for
   * skipped sections, since some of that kind are looked at.
   */
  boolean isGate() {
    return !shared && start != OVER;
  }

  /**
   * The number of the locked object if it has one, since asking a locked object for its hash code takes long. `site` is
   * where the lock is given up.
   */
  long id(int site) {
    if (id == 0) {
      long at = RaddleViews.wordAt(lock.getClass());
      id = at > 0 ? RaddleViews.wordOf(lock, at) & 0xffffffffL : RaddleGhost.monitorOf(lock, site);
    }
    return id;
  }
}

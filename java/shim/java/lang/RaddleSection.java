package java.lang;

/** A lock that a thread holds, and the section that began when it took it: a part of RaddleViews. */
final class RaddleSection {
  static final int OVER = -1;
  static final int SKIPPED = -2;

  Object lock;
  int depth;
  boolean shared;  // it was taken for reading
  int start;  // where in the thread's log; OVER: it has become too large; SKIPPED: it is not looked at
  int kind;  // for RaddleTold
  long id;  // what tells the lock from others; 0: nobody has asked yet

  /** Whether it keeps others out, and its own section shows if they come between; of those that are skipped, some do. */
  boolean isGate() {
    return !shared && start != OVER;
  }

  /** Its own number if it has one: a hash of an object that is locked takes its time. The site: where it is given up. */
  long id(int site) {
    if (id == 0) {
      long at = RaddleViews.wordAt(lock.getClass());
      id = at > 0 ? RaddleViews.wordOf(lock, at) & 0xffffffffL : RaddleGhost.monitorOf(lock, site);
    }
    return id;
  }
}

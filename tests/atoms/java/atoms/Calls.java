package atoms;

/** Sections whose accesses are in calls: each of them locks, and together they do not. */
class Calls {
  private int value;
  private Calls next;

  synchronized int get() {
    return value;
  }

  synchronized void set(int to) {
    value = to;
  }

  synchronized boolean isSet() {
    return value != 0;
  }

  void add(int n) {
    set(get() + n);
  }

  void addDirectly(int n) {
    int old = get();
    synchronized (this) {
      value = old + n;
    }
  }

  static void addTo(Calls other, int n) {
    int old = other.get();
    other.set(old + n);
  }

  void addFurther(int n) {
    next.set(next.get() + n);
  }

  void setOnce(int n) {
    if (!isSet()) set(n);
  }

  private int twice() {
    return get() * 2;
  }

  void deep() {
    set(twice());
  }

  void chain(Calls to) {
    next = to;
  }

  // Nothing here: under one lock, and another object.
  synchronized void addUnderLock(int n) {
    set(get() + n);
  }

  static void copy(Calls from, Calls to) {
    to.set(from.get());
  }
}

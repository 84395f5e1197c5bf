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

  private final int[] slots = new int[4];

  synchronized int at(int i) {
    return slots[i];
  }

  synchronized void put(int i, int to) {
    slots[i] = to;
  }

  void addAt(int i) {
    put(i, at(i) + 1);
  }

  // Nothing here: another element.
  void move(int from, int to) {
    put(to, at(from));
  }
}

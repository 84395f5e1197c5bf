package live;

import support.Threads;

/** Static methods that lock a class whose class file is from before there were constants for classes: the test makes it so. */
public final class OldStatics {
  private OldStatics() {}

  public static void main(String[] args) throws Exception {
    Threads.together(OldStatics::countUp, OldStatics::countUp);
    System.out.println(OldCounter.get());
  }

  private static void countUp() {
    for (int i = 0; i < 100; i++) OldCounter.add(1);
  }
}

final class OldCounter {
  private static int count;

  private OldCounter() {}

  static synchronized void add(int more) {
    count += more;
  }

  static synchronized int get() {
    return count;
  }
}

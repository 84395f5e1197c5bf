package live;

/** Counters of three kinds that two threads bump without a lock, beside ones that are guarded. */
public class Counters {
  static int total;  // expect: observed live.Counters.total
  int field;  // expect: observed live.Counters.field
  final int[] elements = new int[4];  // expect: observed int[]
  int guarded;
  int guardedToo;
  final Object lock = new Object();

  void bump() {
    total++;
    field++;
    elements[1]++;
    synchronized (lock) {
      guarded++;
    }
    bumpToo();
  }

  synchronized void bumpToo() {
    guardedToo++;
  }

  public static void main(String[] args) throws InterruptedException {
    Counters counters = new Counters();
    Runnable work = () -> {
      for (int i = 0; i < 1000; i++) counters.bump();
    };
    Thread one = new Thread(work, "one");
    Thread two = new Thread(work, "two");
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println(counters.guarded + " " + counters.guardedToo);
  }
}

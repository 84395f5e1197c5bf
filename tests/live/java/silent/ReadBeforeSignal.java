package silent;

import support.Threads;

/** What is used before a signal, and what behind it: the first must not be told with the second. */
public class ReadBeforeSignal {
  int before = 1;
  int behind = 1;
  volatile boolean ready;

  int useBoth() {
    int sum = before;
    ready = true;
    return sum + behind;
  }

  void writeBoth() {
    before = 2;
    ready = false;
    behind = 2;
  }

  public static void main(String[] args) throws Exception {
    ReadBeforeSignal reads = new ReadBeforeSignal();
    ReadBeforeSignal writes = new ReadBeforeSignal();
    writes.ready = true;
    Threads.together(
        () -> {
          if (reads.useBoth() != 2) throw new AssertionError();
          writes.writeBoth();
        },
        () -> {
          while (!reads.ready) Thread.onSpinWait();
          reads.before = 2;
          while (writes.ready) Thread.onSpinWait();
          writes.before = 3;
        });
  }
}

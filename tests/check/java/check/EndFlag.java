package check;

import java.util.ArrayList;
import java.util.List;

/** What is done under a lock where a flag was found unset comes before what is done by those who set it for good. */
public class EndFlag {
  private static final Object LOCK = new Object();
  private static final List<String> JOBS = new ArrayList<>();
  private static boolean ended;
  private static int late; // expect: check.EndFlag.late
  private static int unasked; // expect: check.EndFlag.unasked
  private static int cleaned; // expect: check.EndFlag.cleaned
  private static int waited; // expect: check.EndFlag.waited

  private boolean closed;
  private boolean paused;
  private boolean loose; // expect: check.EndFlag.loose
  private int open;
  private int before; // expect: check.EndFlag.before
  private int running; // expect: check.EndFlag.running
  private int loosely; // expect: check.EndFlag.loosely

  static void add() {
    synchronized (LOCK) {
      unasked++;
      if (ended) {
        return;
      }
      JOBS.add("job");
    }
    late++;
  }

  static void addInTime() throws InterruptedException {
    synchronized (LOCK) {
      if (ended) {
        return;
      }
      LOCK.wait(10);
      waited++;
    }
  }

  static void end() {
    synchronized (LOCK) {
      ended = true;
    }
    for (String job : JOBS) {
      System.out.println(job);
    }
    System.out.println(late + unasked + waited);
    cleaned++; // others may end it too
  }

  synchronized void put() {
    if (!closed) {
      open++;
      before++;
    }
  }

  private synchronized void markClosed() {
    closed = true;
  }

  void close() {
    System.out.println(before);
    markClosed();
    System.out.println(open);
  }

  // Unset again: whoever found it set may be overtaken.
  synchronized void work() {
    if (!paused) {
      running++;
    }
  }

  void pause() {
    synchronized (this) {
      paused = true;
    }
    System.out.println(running);
  }

  synchronized void resume() {
    paused = false;
  }

  // Set without the lock.
  synchronized void workLoosely() {
    if (!loose) {
      loosely++;
    }
  }

  void endLoosely() {
    loose = true;
    System.out.println(loosely);
  }

  public static void main(String[] args) {
    EndFlag shared = new EndFlag();
    for (int i = 0; i < 2; i++) {
      new Thread(EndFlag::add).start();
      new Thread(() -> {
        try {
          addInTime();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }).start();
      new Thread(EndFlag::end).start();
      new Thread(shared::put).start();
      new Thread(shared::close).start();
      new Thread(shared::work).start();
      new Thread(shared::pause).start();
      new Thread(shared::resume).start();
      new Thread(shared::workLoosely).start();
      new Thread(shared::endLoosely).start();
    }
  }
}

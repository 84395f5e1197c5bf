package views;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import support.Threads;

/** Sections of a lock that lie inside one of another: nobody can come between, unless that one lets in several. */
public class InsideAnotherLock {
  // expect strictly: {x,y} {x} {y}
  static final class Guarded {
    int x;
    int y;

    synchronized void both() {
      x++;
      y++;
    }

    synchronized void x() {
      x++;
    }

    synchronized void y() {
      y++;
    }
  }

  // expect strictly: {p,q} {p} {q}
  static final class Deeper {
    int p;
    int q;

    synchronized void both() {
      p++;
      q++;
    }

    synchronized void p() {
      p++;
    }

    synchronized void q() {
      q++;
    }
  }

  // expect: {a,b} {a} {b}
  static final class Shared {
    int a;
    int b;

    synchronized void both() {
      a++;
      b++;
    }

    synchronized void a() {
      a++;
    }

    synchronized void b() {
      b++;
    }
  }

  public static void main(String[] args) throws Exception {
    Object outer = new Object();
    Guarded guarded = new Guarded();
    Threads.together(() -> {
      synchronized (outer) {
        guarded.both();
      }
    }, () -> {
      synchronized (outer) {
        guarded.x();
        guarded.y();
      }
    });

    Object outermost = new Object();
    Deeper deeper = new Deeper();
    Threads.together(() -> {
      synchronized (outer) {
        deeper.both();
      }
    }, () -> {
      synchronized (outermost) {
        synchronized (outer) {
          deeper.p();
          deeper.q();
        }
      }
    });

    Lock reading = new ReentrantReadWriteLock().readLock();
    Shared shared = new Shared();
    Threads.together(() -> {
      reading.lock();
      shared.both();
      reading.unlock();
    }, () -> {
      reading.lock();
      shared.a();
      shared.b();
      reading.unlock();
    });
  }
}

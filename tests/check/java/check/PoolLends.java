package check;

/** A pool lends what it keeps: who says so (lends check.PoolLends$Pool.*, tested by check_test.sh) has the borrowers' things
 * taken for their own, but not one that can be had without borrowing, nor what a pool that promises nothing gives out. */
public class PoolLends {
  static class Thing {
    int used; // expect: check.PoolLends$Thing.used
    final Part part = new Part();
  }

  static class Part {
    int worn; // expect: check.PoolLends$Part.worn
  }

  static class Shown {
    int seen; // expect: check.PoolLends$Shown.seen
  }

  static class Promised {
    int broken; // expect: check.PoolLends$Promised.broken
  }

  static class Node {
    final Object kept;
    final Node next;

    Node(Object kept, Node next) {
      this.kept = kept;
      this.next = next;
    }
  }

  static class Pool {
    private Node idle;

    synchronized Object borrow() {
      Node first = idle;
      if (first == null) {
        return null;
      }
      idle = first.next;
      return first.kept;
    }

    synchronized void giveBack(Object kept) {
      idle = new Node(kept, idle);
    }
  }

  /** Gives to all what it gave to one. */
  static class Careless extends Pool {
    private Object last;

    @Override
    synchronized Object borrow() {
      if (last == null) {
        last = super.borrow();
      }
      return last;
    }

    @Override
    synchronized void giveBack(Object kept) {
      super.giveBack(kept);
    }
  }

  private static Shown shown;

  static void use(Pool things, Pool shows, Pool careless) {
    Thing thing = (Thing) things.borrow();
    if (thing == null) {
      thing = new Thing();
    }
    thing.used++;
    thing.part.worn++;
    things.giveBack(thing);
    Shown mine = (Shown) shows.borrow();
    mine.seen++;
    shows.giveBack(mine);
    Promised promised = (Promised) careless.borrow();
    promised.broken++;
  }

  public static void main(String[] args) {
    Pool things = new Pool();
    Pool shows = new Pool();
    Careless careless = new Careless();
    Shown first = new Shown();
    synchronized (PoolLends.class) {
      shown = first;
    }
    shows.giveBack(first);
    careless.giveBack(new Promised());
    for (int i = 0; i < 3; i++) {
      new Thread(() -> use(things, shows, careless)).start();
    }
    new Thread(() -> {
      synchronized (PoolLends.class) {
        shown.seen = 0;
      }
    }).start();
  }
}

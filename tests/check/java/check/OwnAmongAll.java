package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Threads that list what they make, where others find it, and work on their own: nothing, by whichever way they come by
 * it again. Those that work on what they found in the list, or that were handed something of another thread's: found.
 */
public class OwnAmongAll {
  static class Named {
    final String name = Thread.currentThread().getName();
  }

  static final List<Named> ALL = new CopyOnWriteArrayList<>();

  /** Its thread makes it, and has it from a local variable, a field, a list and a ThreadLocal. */
  static class Context extends Named {
    int depth;
    final List<Integer> steps = new ArrayList<>();

    void push() {
      depth++;
      steps.add(depth);
    }
  }

  static class Session extends Named {
    Context context;
    final List<Context> contexts = new ArrayList<>();
  }

  static final ThreadLocal<Context> CURRENT = new ThreadLocal<>();

  static void own() {
    Context context = new Context();
    ALL.add(context);
    Session session = new Session();
    ALL.add(session);
    session.context = context;
    session.contexts.add(context);
    CURRENT.set(context);
    context.push();
    session.context.push();
    session.contexts.get(0).push();
    CURRENT.get().push();
  }

  /** Found in the list. */
  static class Found extends Named {
    int depth; // expect: check.OwnAmongAll$Found.depth
  }

  static void found() {
    Found made = new Found();
    ALL.add(made);
    made.depth++;
    for (Named named : ALL) {
      if (named instanceof Found) {
        ((Found) named).depth++;
      }
    }
  }

  /** Put by one thread into a field of what another made. */
  static class Part {
    int depth; // expect: check.OwnAmongAll$Part.depth
  }

  static class Whole extends Named {
    volatile Part part;
  }

  static void swapped() {
    Whole whole = new Whole();
    whole.part = new Part();
    ALL.add(whole);
    Part mine = new Part();
    for (Named named : ALL) {
      if (named instanceof Whole) {
        ((Whole) named).part = mine;
      }
    }
    mine.depth++;
    whole.part.depth++;
  }

  /** Put by one thread into a list of what another made. */
  static class Item {
    int count; // expect: check.OwnAmongAll$Item.count
  }

  static class Basket extends Named {
    final List<Item> items = new CopyOnWriteArrayList<>();
  }

  static void collected() {
    Basket basket = new Basket();
    ALL.add(basket);
    Item mine = new Item();
    for (Named named : ALL) {
      if (named instanceof Basket) {
        ((Basket) named).items.add(mine);
      }
    }
    mine.count++;
    basket.items.get(0).count++;
  }

  /** Of one thread, and put into the ThreadLocal of another. */
  static class Lent extends Named {
    int depth; // expect: check.OwnAmongAll$Lent.depth
  }

  static final ThreadLocal<Lent> LENT = new ThreadLocal<>();

  static void lent() {
    ALL.add(new Lent());
    for (Named named : ALL) {
      if (named instanceof Lent) {
        LENT.set((Lent) named);
      }
    }
    LENT.get().depth++;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      new Thread(OwnAmongAll::own).start();
      new Thread(OwnAmongAll::found).start();
      new Thread(OwnAmongAll::swapped).start();
      new Thread(OwnAmongAll::collected).start();
      new Thread(OwnAmongAll::lent).start();
    }
    for (Named named : ALL) {
      System.out.println(named.name);
    }
  }
}

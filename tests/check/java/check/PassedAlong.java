package check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One object that two threads get by way of the library: it comes out as what it went in. */
public class PassedAlong {
  static class Cast { int n; } // expect: check.PassedAlong$Cast.n

  static class Added { int n; } // expect: check.PassedAlong$Added.n

  static class Filled { int n; } // expect: check.PassedAlong$Filled.n

  static class Computed { int n; } // expect: check.PassedAlong$Computed.n

  static class Drained { int n; } // expect: check.PassedAlong$Drained.n

  static class Collected { int n; } // expect: check.PassedAlong$Collected.n

  static class Least { int n; } // expect: check.PassedAlong$Least.n

  static class Reduced { int n; } // expect: check.PassedAlong$Reduced.n

  static class Default { int n; } // expect: check.PassedAlong$Default.n

  static class Updated { int n; } // expect: check.PassedAlong$Updated.n

  static class Handled { int n; } // expect: check.PassedAlong$Handled.n

  static class InArray { int n; } // expect: check.PassedAlong$InArray.n

  static class Bean { int n; } // expect: check.PassedAlong$Bean.n

  enum Level {
    LOW, HIGH;
    int uses; // expect: check.PassedAlong$Level.uses
  }

  static class Holder {
    volatile Updated updated;
    volatile Handled handled;
    static final AtomicReferenceFieldUpdater<Holder, Updated> UPDATED =
        AtomicReferenceFieldUpdater.newUpdater(Holder.class, Updated.class, "updated");
    static final VarHandle HANDLED;

    static {
      try {
        HANDLED = MethodHandles.lookup().findVarHandle(Holder.class, "handled", Handled.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  static class Container {
    private final Map<Class<?>, Object> beans = new HashMap<>();
    private final Map<Class<?>, Supplier<?>> makers = new HashMap<>();

    synchronized <T> T get(Class<T> type) {
      return type.cast(beans.computeIfAbsent(type, t -> makers.get(t).get()));
    }
  }

  static class Items<T> {
    final T[] items;

    @SuppressWarnings("unchecked")
    Items(Class<T> type) {
      items = (T[]) Array.newInstance(type, 1);
    }
  }

  public static void main(String[] args) {
    Object cast = new Cast();
    List<Added> added = new CopyOnWriteArrayList<>();
    Collections.addAll(added, new Added(), new Added());
    Filled[] filled = new Filled[2];
    Arrays.fill(filled, new Filled());
    Computed computed = new Computed();
    Computed[] computedAll = new Computed[2];
    Arrays.setAll(computedAll, i -> computed);
    LinkedBlockingQueue<Drained> queue = new LinkedBlockingQueue<>();
    queue.add(new Drained());
    List<Drained> drained = new CopyOnWriteArrayList<>();
    queue.drainTo(drained);
    List<Collected> collected = List.of(new Collected());
    List<Least> least = List.of(new Least());
    Reduced reduced = new Reduced();
    Default standard = new Default();
    Map<String, Default> map = new ConcurrentHashMap<>();
    Holder holder = new Holder();
    Holder.UPDATED.set(holder, new Updated());
    holder.handled = new Handled();
    Items<InArray> items = new Items<>(InArray.class);
    items.items[0] = new InArray();
    Container container = new Container();
    container.makers.put(Bean.class, Bean::new);
    Runnable work = () -> {
      Cast.class.cast(cast).n++;
      added.get(0).n++;
      filled[0].n++;
      computedAll[1].n++;
      drained.get(0).n++;
      collected.stream().collect(Collectors.toCollection(ArrayDeque::new)).peek().n++;
      least.stream().collect(Collectors.minBy(Comparator.comparingInt(x -> 1))).get().n++;
      Stream.of("a").reduce(reduced, (x, s) -> x, (x, y) -> x).n++;
      map.getOrDefault("k", standard).n++;
      holder.updated.n++;
      ((Handled) Holder.HANDLED.getAcquire(holder)).n++;
      items.items[0].n++;
      container.get(Bean.class).n++;
      Level.valueOf("LOW").uses++;
    };
    new Thread(work).start();
    new Thread(work).start();
  }
}

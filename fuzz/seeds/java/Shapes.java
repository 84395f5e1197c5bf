package seeds;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Generics, inner classes of every kind, lambdas, annotations wherever they may stand. */
@Shapes.Mark(name = "outer", level = 3, kinds = {Shapes.Kind.A, Shapes.Kind.B}, type = List.class)
abstract class Shapes<T extends Comparable<? super T> & java.io.Serializable>
    implements Function<T, List<? extends T>> {
  enum Kind { A, B { @Override int weight() { return 2; } }; int weight() { return 1; } }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Mark {
    String name() default "none";
    int level() default 1;
    Kind[] kinds() default {};
    Class<?> type() default Object.class;
    Note note() default @Note;
  }

  @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER, ElementType.PARAMETER})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Note {}

  @Deprecated static final long LIMIT = 1L << 40;
  static final String NAME = "na\u0000me\ud83d\ude00";
  private Map<String, @Note List<T @Note []>> all;

  class Inner {
    private T held;
    T swap(T other) { T was = held; held = other; return was; }
  }

  @Override public List<? extends T> apply(@Note T first) {
    List<@Note T> result = new ArrayList<@Note T>();
    @Note Object seen = first;
    for (@Note T item : result) if (seen instanceof @Note String) result.add((@Note T) item);
    Runnable anonymous = new Runnable() {
      @Override public void run() { result.add(first); all.clear(); }
    };
    anonymous.run();
    class Local { T get() { return first; } }
    Supplier<T> bound = new Local()::get;
    Function<String, Integer> free = String::length;
    Supplier<ArrayList<T>> make = ArrayList::new;
    Function<Integer, T[][]> array = size -> (T[][]) new Comparable[size][];
    long captured = LIMIT + NAME.length();
    IntSupplier lambda = () -> (int) captured + free.apply(NAME + captured + bound.get()) + array.apply(1).length;
    return make.get().size() == lambda.getAsInt() ? null : result;
  }

  @SafeVarargs
  static <A, B extends A> A last(B... items) throws IllegalStateException { return items[items.length - 1]; }
  native int missing();
  abstract void empty();
}

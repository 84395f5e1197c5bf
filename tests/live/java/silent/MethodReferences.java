package silent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import support.Check;
import support.Threads;

/** References to methods of collections mean what they meant: bound or not, with every kind of value, and serialised. */
public class MethodReferences {
  interface Copied<T> extends Supplier<T>, Serializable {}

  static String outcomeOf(Supplier<Integer> body) {
    try {
      return String.valueOf(body.get());
    } catch (IndexOutOfBoundsException expected) {
      return expected.getClass().getSimpleName();
    }
  }

  @SuppressWarnings("unchecked")
  static <T> T copy(T it) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(it);
    return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  public static void main(String[] args) throws Exception {
    ArrayList<Integer> list = new ArrayList<>();
    Function<Integer, Boolean> add = list::add;
    IntFunction<Integer> get = list::get;
    ToIntFunction<List<Integer>> size = List::size;
    StringBuilder text = new StringBuilder();
    LongFunction<StringBuilder> append = text::append;
    Map<String, Integer> map = new HashMap<>();
    BiFunction<String, Integer, Object> put = map::put;
    Threads.Body body =
        () -> {
          for (int i = 0; i < 100; i++) {
            synchronized (list) {
              Check.same(true, add.apply(7));
              append.apply(5L).append('-');
              put.apply("key", size.applyAsInt(list));
            }
          }
        };
    Threads.together(body, body);
    Check.same(7, get.apply(199));
    Check.same("IndexOutOfBoundsException", outcomeOf(() -> get.apply(200)));
    Check.same(400, text.length());
    Copied<Integer> kept = (Copied<Integer> & Serializable) list::size;
    list.add(8);
    Check.same(201, copy(kept).get());
    List<Integer> none = null;
    try {
      Supplier<Integer> never = none::size;
      throw new AssertionError(never);
    } catch (NullPointerException expected) {
      Check.result(200, map.get("key"));
    }
  }
}

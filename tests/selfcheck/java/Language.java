import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lambdas, method references, string concatenation, generics, annotations on types in code, assertions, iterators. */
final class Language {
  private Language() {}

  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
  @interface Noted {
    String value() default "";
  }

  static void run() {
    lambdas(3, 4L, 2.5);
    concatenation('c', (byte) 1, 2L, 3f, null);
    generics();
    annotated(List.of("b", "a", "c"));
    Everything.print("ternary", ternary(0, null), ternary(1, "x"), ternary(2, "y"), ternary(3, 4L));
    Everything.print("logic", logic(true, false, 1), logic(false, true, 2), logic(true, true, 3));
    Everything.print("block", Integer.valueOf(
        """
        12""") + text());
    assert Boolean.parseBoolean("true") : "never";
  }

  private static void lambdas(int i, long l, double d) {
    Supplier<String> nothing = () -> "none";
    IntFunction<String> captured = n -> n + i + "," + l + "," + d;
    LongBinaryOperator longs = (a, b) -> {
      long sum = 0;
      for (long k = a; k < b; ++k) sum += k * l;
      return sum;
    };
    BiFunction<String, Integer, Character> reference = String::charAt;
    Supplier<List<String>> constructor = ArrayList::new;
    IntFunction<int[][]> array = int[][]::new;
    Runnable nested = () -> {
      Runnable inner = () -> Everything.print("inner", i, l);
      inner.run();
    };
    nested.run();
    Everything.print("lambda", nothing.get(), captured.apply(9), longs.applyAsLong(1, 6), reference.apply("abc", 1),
        constructor.get(), array.apply(2).length);
    Everything.print("stream", IntStream.range(0, 20).filter(n -> n % 3 == 1).mapToObj(Integer::toString)
        .sorted(Comparator.reverseOrder()).collect(Collectors.joining("|")));
  }

  private static void concatenation(char c, byte b, long l, float f, Object o) {
    String text = "c" + c + b + l + f + o;
    text += 1;
    text = "\u0001" + text + "\u0002" + 'x' + -0.0 + true;
    Everything.print("text", text, ("" + c).repeat(2), text.length() + 1 + "!" + 1 + 1);
  }

  private static <T extends Comparable<T>> T most(Iterable<? extends T> all) {
    T most = null;
    for (T one : all) {
      if (most == null || one.compareTo(most) > 0) most = one;
    }
    return most;
  }

  private static void generics() {
    Map<String, List<Integer>> map = new HashMap<>();
    for (int i = 0; i < 6; ++i) map.computeIfAbsent(i % 2 == 0 ? "even" : "odd", key -> new ArrayList<>()).add(i);
    List<Integer> odd = map.get("odd");
    int first = odd.get(0);
    long product = 1;
    for (int each : odd) product *= each;
    Everything.print("generic", most(odd), most(List.of("p", "q")), first, product, map.get("even"));
  }

  private static void annotated(@Noted("parameter") List<@Noted String> names) {
    @Noted("local") Object object = new @Noted("made") ArrayList<@Noted("argument") String>(names);
    @Noted List<?> list = (@Noted("cast") List<?>) object;
    boolean is = object instanceof @Noted("test") ArrayList<?>;
    Supplier<@Noted Object> reference = @Noted("reference") Object::new;
    try {
      Everything.print("annotated", list.size(), is, reference.get() != null, list.get(3));
    } catch (@Noted("caught") IndexOutOfBoundsException e) {
      Everything.print("annotated", list.get(0), is);
    }
  }

  private static Object ternary(int i, Object o) {
    return i == 0 ? (o == null ? "null" : o) : i == 1 ? o + "!" : i > 2 ? (Object) ((long) i + (Long) o) : i * 0.5f;
  }

  private static int logic(boolean a, boolean b, int i) {
    boolean both = a & b | i > 2;
    boolean either = a && !b || i == 2 ? both ^ a : !both;
    int result = both ? 1 : 0;
    if (!(either && a) && (b || i != 1)) result += either ? 10 : 20;
    return result + (a == b ? 100 : 200);
  }

  private static String text() {
    StringBuilder all = new StringBuilder();
    for (char letter = 'a'; letter < 'e'; letter++) {
      if (letter == 'c') continue;
      all.append(letter);
    }
    return all.reverse().toString();
  }
}

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Classes: constructors with work before the call of another, inner classes, interfaces, records, sealed types. */
final class Objects {
  private Objects() {}

  static void run() {
    for (int i = 0; i < 4; ++i) Everything.print("derived", new Derived(i), new Derived(i, i % 2 == 0 ? "even" : null));
    Everything.print("delegating", new Derived(), new Derived(2.5));
    Outer outer = new Outer(3);
    Outer.Inner inner = outer.new Inner(4);
    Everything.print("inner", inner.sum(), inner.new Deeper().all(), new Outer.Nested().value, outer.local(5));
    Everything.print("interface", new Both().greet(), Greeter.of("made").greet(), new Both().count());
    Point point = new Point(1, -2.5);
    Point same = new Point(1, -2.5);
    Everything.print("record", point, point.equals(same), point.hashCode() == same.hashCode());
    Everything.print("record", new Point(3).y(), refused());
    Shape[] shapes = {new Circle(2), new Square(3), new Empty()};
    for (Shape shape : shapes) Everything.print("sealed", area(shape), describe(shape), describe(shape.toString()));
    Everything.print("anonymous", anonymous(7).apply("x"), new Counter().next().next().value);
    Everything.print("init", Initialised.a, Initialised.B, new Initialised().c);
  }

  static class Base {
    final String text;
    Object field;

    Base(String text) {
      this.text = text;
    }

    Base(long a, Object b, double c) {
      this(a + "/" + b + "/" + c);
    }

    @Override
    public String toString() {
      return text + ":" + field;
    }
  }

  static final class Derived extends Base {
    private final int more;
    private final long wide;

    Derived(int i) {
      super(i == 0 ? "zero" : i == 1 ? null : new StringBuilder("many").append(i).toString());
      more = i > 1 ? i : -i;
      wide = more;
    }

    Derived(int i, String name) {
      super(name != null && !name.isEmpty() ? 1L + i : -1L, new Base(name == null ? "none" : name), i / 2.0);
      wide = i;
      more = name == null ? 0 : name.length();
      field = this;
    }

    Derived() {
      this(new int[] {4, 2}[Long.bitCount(5) - 1]);
    }

    Derived(double d) {
      this(d > 2 ? (int) d : 0, d < 2 ? "small" : "big");
    }

    @Override
    public String toString() {
      return text + "," + more + "," + wide + "," + (field == this);
    }
  }

  static final class Outer {
    private int value;

    Outer(int value) {
      this.value = value;
    }

    class Inner {
      private final int other;

      Inner(int other) {
        this.other = other + value++;
      }

      int sum() {
        return value + other;
      }

      class Deeper {
        String all() {
          return value + "," + other + "," + ++Outer.this.value;
        }
      }
    }

    static final class Nested {
      long value = 9;
    }

    int local(int by) {
      class Local {
        int twice() {
          return by * 2 + value;
        }
      }
      return new Local().twice();
    }
  }

  interface Greeter {
    String name();

    default String greet() {
      return "hello " + name() + suffix();
    }

    private String suffix() {
      return "!";
    }

    static Greeter of(String name) {
      return () -> name;
    }
  }

  interface Counted {
    int LIMIT = Integer.parseInt("3");

    default int count() {
      return LIMIT;
    }
  }

  static final class Both implements Greeter, Counted {
    @Override
    public String name() {
      return "both";
    }

    @Override
    public int count() {
      return Counted.super.count() + 1;
    }
  }

  record Point(int x, double y) {
    Point {
      if (x < 0) throw new IllegalArgumentException("x is " + x);
    }

    Point(int both) {
      this(both, both * 0.5);
    }
  }

  private static String refused() {
    try {
      return new Point(-1, 0).toString();
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  sealed interface Shape permits Circle, Square, Empty {}

  record Circle(double radius) implements Shape {}

  record Square(double side) implements Shape {}

  record Empty() implements Shape {}

  private static double area(Shape shape) {
    if (shape instanceof Circle circle) return Math.floor(circle.radius() * circle.radius() * Math.PI);
    if (!(shape instanceof Square square)) return 0;
    return square.side() * square.side();
  }

  private static String describe(Object object) {
    return object instanceof Square s && s.side() > 2 ? "big square"
        : object instanceof String text && text.length() > 3 ? text.substring(0, 3)
        : object instanceof Circle || object == null ? "round or nothing" : "other";
  }

  private static Function<String, List<String>> anonymous(int times) {
    return new Function<>() {
      private int left = times;

      @Override
      public List<String> apply(String text) {
        List<String> all = new ArrayList<>();
        while (left-- > 4) all.add(text + left);
        return all;
      }
    };
  }

  static final class Counter {
    int value;

    Counter next() {
      value++;
      return this;
    }
  }

  static final class Initialised {
    static int a = 3;
    static final long B;
    final char c;

    static {
      long sum = 0;
      for (int i = 0; i < 4; ++i) sum += a++ * i;
      B = sum;
    }

    {
      c = a > 5 ? 'y' : 'n';
    }
  }
}

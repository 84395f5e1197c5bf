package patterns;

import java.util.*;
import java.util.function.*;

/** What an aspect of AspectJ may name: types with type parameters, nested, annotated, arrays, varargs, lambdas, enums. */
public class Main {
    @Marked("shape") static abstract class Shape<T> implements Comparable<Shape<T>> {
        protected T tag;
        @Deprecated int old = 3;
        static int made;
        Shape(T tag) { this.tag = tag; made++; }
        abstract double area();
        @Audited T swap(T other) { T was = tag; tag = other; return was; }
        public int compareTo(Shape<T> o) { return Double.compare(area(), o.area()); }
        protected void varied(String format, Object... rest) { Log.say("    varied " + format + rest.length); }
        void arrays(int[][] grid, String[] names) { grid[0][1] = names.length; names[0] = "x" + grid[0][1]; }
    }
    static class Circle extends Shape<String> {
        private final double radius;
        private volatile boolean seen;
        class Rim { double length() { return 2 * radius; } }
        Circle(double r) { super("c"); radius = r; }
        double area() { seen = true; return radius * radius; }
        @Override String swap(String o) { return seen ? super.swap(o) : null; }
        Rim rim() { return this.new Rim(); }
    }
    static final class Square extends Shape<Integer> {
        long side;
        Square(long side) { super((int) side); this.side = side; }
        double area() { side += 0; return side * side; }
        <X extends Exception> void fails(X problem) throws X { if (problem != null) throw problem; }
    }
    interface Named { default String name() { return "named " + hashed(); } int hashed(); static Named of(int n) { return () -> n; } }
    enum Color implements Named { RED, GREEN { public int hashed() { return 42; } }; public int hashed() { return ordinal(); } }

    static long sum(int... all) { long s = 0; for (int each : all) s += each; return s; }
    static void boxes(Integer a, long b, char c, Object d) {}
    static String over(Object o) { return "object"; }
    static String over(String s) { return "string"; }

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Circle circle = new Circle(2);
        Shape<String> shape = circle;
        Square square = new Square(3);
        shape.swap("a");
        shape.area();
        circle.swap("b");
        ((Comparable) shape).compareTo(circle);
        shape.varied("none");
        shape.varied("two", 1, 2);
        square.arrays(new int[2][2], new String[3]);
        circle.old++;
        square.old = circle.old;
        circle.rim().length();
        Log.say("  " + sum() + sum(1, 2, 3) + sum(new int[] {4}));
        boxes(1, 2, 'c', 4.5f);
        boxes(null, 7L, 'd', null);
        Log.say(over("s") + over(1) + over((Object) "t"));
        for (Named each : new Named[] {Color.RED, Color.GREEN, Named.of(5)}) Log.say("  " + each.name());
        try { square.fails(new java.io.IOException("io")); } catch (java.io.IOException e) { Log.say("  caught " + e.getMessage()); }
        try { square.fails(new IllegalStateException("st")); } catch (IllegalStateException e) { Log.say("  caught " + e.getMessage()); }
        square.fails(null);
        Function<Integer, Integer> twice = n -> n * 2;
        Supplier<Circle> maker = () -> new Circle(1);
        BiFunction<Shape<String>, String, String> swapper = Shape::swap;
        Log.say("  " + twice.apply(4) + maker.get().area() + swapper.apply(circle, "q"));
        Object o = new Object() { @Override public String toString() { return "anon" + Shape.made; } };
        Log.say("  " + o);
        List<String> list = new ArrayList<>(Arrays.asList("p", "q"));
        Map<String, List<String>> map = new HashMap<>();
        map.computeIfAbsent("k", k -> list).add("r");
        for (String s : list) if (s.equals("q")) continue; else Log.say("  " + s);
        int[] a = {3, 1, 2}; Arrays.sort(a); Log.say("  " + a[0] + a.clone().length);
        Log.say("  " + Color.valueOf("RED"));
        try { Color.valueOf("BLUE"); } catch (IllegalArgumentException e) { Log.say("  none"); } finally { Log.say("  finally"); }
        System.getProperty("x");
        new StringBuilder().append(1).append('c').append("s").toString();
        assert a.length > 2 : "no";
        char ch = "abc".charAt(1);
        ch++;
        Log.say("  " + ch + (ch > 'b') + Long.valueOf(5).hashCode() + (5L + ch));
    }
}

package bindings;

import java.util.ArrayList;
import java.util.List;

/** Values and tests: what this, target and args give, and when they hold. */
public class Main {
    interface Shape {
        double area();
    }

    record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    static void take(Object anything) {}

    static void numbers(byte b, short s, char c, int i, long l, float f, double d, boolean z) {}

    void boxed(Integer number) {}

    int[] cells = new int[4];
    double[][] grid = {{1, 2}, {3, 4}};
    String[] names = {"a", null};
    volatile boolean flag;
    static volatile long clock;

    void arrays() {
        cells[1] = 5;
        cells[2] += cells[1];
        grid[1][0] = grid[0][1] * 2;
        names[1] = names[0] + "b";
        byte[] bytes = {1};
        bytes[0]++;
        flag = !flag;
        clock += 2;
    }

    static String oneClause(int kind) {
        try {
            if (kind == 0) throw new IllegalStateException("state");
            return "number " + Integer.parseInt("x");
        } catch (IllegalStateException | NumberFormatException e) {
            return e.getClass().getSimpleName();
        }
    }

    static int overwritten(Main self) {
        return self.cells[0];
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<Shape> shapes = new ArrayList<>(List.of(new Square(2), new Circle(1)));
        double sum = 0;
        for (Shape shape : shapes) sum += shape.area();
        Log.say("sum " + sum);
        for (Object each : new Object[] {"text", 5, 'c', null, new int[] {1}, new String[] {"s"}}) take(each);
        numbers((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, true);
        Main main = new Main();
        main.boxed(42);
        main.arrays();
        Thread thread = new Thread(() -> Log.say("runs"), "worker");
        thread.start();
        thread.join(10000);
        Log.say("" + overwritten(main));
        for (int kind = 0; kind < 2; kind++) Log.say(oneClause(kind));
    }
}

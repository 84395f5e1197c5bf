package check;

/** A pattern switch over shared shapes, whose state no lock guards. */
public class SealedShapes {
    sealed interface Shape permits Circle, Square {}

    static final class Circle implements Shape {
        int radius; // expect: check.SealedShapes$Circle.radius
    }

    static final class Square implements Shape {
        private int side;

        synchronized void grow() {
            side++;
        }
    }

    static void grow(Shape shape) {
        switch (shape) {
            case Circle c when c.hashCode() == 0 -> c.radius = 0;
            case Circle c -> c.radius++;
            case Square s -> s.grow();
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Circle(), new Square()};
        Thread.startVirtualThread(() -> { for (Shape shape : shapes) grow(shape); });
        for (Shape shape : shapes) grow(shape);
    }
}

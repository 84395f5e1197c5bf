package check;

/** Pattern matching over sealed classes; one of them is shared and mutable. */
public class Sealed {
  sealed interface Shape permits Circle, Square {}

  static final class Circle implements Shape {
    double radius; // expect: check.Sealed$Circle.radius
  }

  record Square(double side) implements Shape {}

  static void grow(Shape shape) {
    if (shape instanceof Circle circle) {
      circle.radius++;
    } else if (shape instanceof Square square) {
      System.out.println(square.side());
    }
  }

  public static void main(String[] args) {
    Shape circle = new Circle();
    Shape square = new Square(1);
    new Thread(() -> grow(circle)).start();
    grow(circle);
    grow(square);
  }
}

package check;

/** A generic box that two threads fill. */
public class GenericHolder {
  static class Box<T> {
    private T value; // expect: check.GenericHolder$Box.value

    void set(T to) {
      value = to;
    }

    T get() {
      return value;
    }
  }

  public static void main(String[] args) {
    Box<String> shared = new Box<>();
    Box<String> own = new Box<>();
    own.set("x");
    new Thread(() -> shared.set("a")).start();
    System.out.println(shared.get() + own.get());
  }
}

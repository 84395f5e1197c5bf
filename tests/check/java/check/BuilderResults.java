package check;

/** Strings are built in local builders, through methods that hand the builder on: nothing. */
public class BuilderResults {
  static StringBuilder open(String text) {
    return new StringBuilder().append('[').append(text);
  }

  static String show(String text) {
    return open(text).append(']').toString();
  }

  public static void main(String[] args) {
    new Thread(() -> System.out.println(show("a"))).start();
    System.out.println(show("b"));
  }
}

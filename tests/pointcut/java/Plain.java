/** A class of the unnamed package. */
public class Plain {
  static int x = Integer.parseInt("1");

  static void go() {
    x = 2;
  }
}

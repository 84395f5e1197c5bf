package check;

/** Two pairs of lambdas of one method, each with an object of its own: by their names they are one problem. */
public class LambdaPairs {
  static class Box {
    int value;  // expect: check.LambdaPairs$Box.value
  }

  static void both(Runnable one, Runnable other) {
    new Thread(one).start();
    new Thread(other).start();
  }

  public static void main(String[] args) {
    Box first = new Box();
    both(() -> first.value = 1, () -> first.value = 2);
    Box second = new Box();
    both(() -> second.value = 3, () -> second.value = 4);
  }
}

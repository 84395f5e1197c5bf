// Prints stack traces whose every line number is checked by the test, and ends with an exception nobody catches.
public final class Traces {
  private final int size;

  private Traces(
      int size) {
    this.size =
        10 / size;
  }

  public static void main(String[] args) {
    try {
      new Traces(args.length);
    } catch (ArithmeticException e) {
      e.printStackTrace(System.out);
    }
    try {
      chain(
          2);
    } catch (IllegalStateException e) {
      e.printStackTrace(System.out);
    }
    int[] counts = new int[1];
    Runnable lambda = () -> {
      counts[0]++;
      if (counts[0] > 1) {
        throw new UnsupportedOperationException(
            "second");
      }
    };
    lambda.run();
    lambda.run();
    System.out.println("not reached " + counts[0] + new Traces(1).size);
  }

  private static long chain(int depth) {
    long result =
        depth;
    try {
      if (depth == 0) {
        String text =
            null;
        return text
            .length();
      }
      result += chain(depth - 1);
    } catch (NullPointerException e) {
      throw new IllegalStateException(
          "at " + depth,
          e);
    } finally {
      result *=
          2;
    }
    return
        result;
  }
}

package racing;

import support.Threads;

/** A one-element array captured by lambdas to get round "effectively final". */
public class CapturedArray {
  public static void main(String[] args) throws Exception {
    int[] counter = {0};  // expect: observed int[]
    Threads.together(() -> counter[0]++, () -> counter[0]++);
  }
}

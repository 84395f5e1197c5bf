package racing;

import support.Threads;

/** The reference is volatile, the elements are not. */
public class VolatileArrayElements {
  static volatile int[] cells = new int[2];

  public static void main(String[] args) throws Exception {
    Threads.together(() -> cells[0]++, () -> cells[0]++);  // expect: observed int[]
  }
}

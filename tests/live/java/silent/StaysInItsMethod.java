package silent;

import java.util.Arrays;
import support.Check;
import support.Threads;

/** Objects and arrays that no method lets out: computed with in several threads, with the right results. */
public class StaysInItsMethod {
  int value;
  StaysInItsMethod next;

  StaysInItsMethod(int value, StaysInItsMethod next) {
    this.value = value;
    this.next = next;
  }

  private static int sum(int[] of) {
    int sum = 0;
    for (int each : of) sum += each;
    return sum;
  }

  private static StaysInItsMethod chain(int length) {
    StaysInItsMethod first = null;
    for (int i = 1; i <= length; i++) first = new StaysInItsMethod(i, first);
    return first;
  }

  private static int compute() {
    int[] squares = new int[10];
    for (int i = 0; i < squares.length; i++) squares[i] = i * i;
    int[][] table = new int[2][3];
    table[1][2] = squares[3];
    int[] copy = Arrays.copyOf(squares, 4);
    copy[0] += table[1][2];
    int result = sum(squares) + copy[0];
    for (StaysInItsMethod at = chain(4); at != null; at = at.next) result += at.value;
    return result;
  }

  public static void main(String[] args) throws Exception {
    Threads.together(() -> Check.same(304, compute()), () -> Check.same(304, compute()));
  }
}

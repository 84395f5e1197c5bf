package racing;

import support.NoEdge;
import support.Threads;

/** Fields of one object that are read or written together, of which some race, or are left behind by an exception. */
public class ToldTogether {
  static class Point {
    int x = 1;
    int y = 1;  // expect: observed racing.ToldTogether$Point.y
    int z = 1;
    long p;
    long q;
    long r;  // expect: observed racing.ToldTogether$Point.r
    int beforeTheDivision = 1;  // expect: observed racing.ToldTogether$Point.beforeTheDivision
    int behindIt;
    int beforeTheElement = 1;  // expect: observed racing.ToldTogether$Point.beforeTheElement

    int sum() {
      return x + y + z;
    }

    void set(long n) {
      p = n;
      q = n;
      r = n;
    }

    int divide(int n) {
      return beforeTheDivision + 1 / n + behindIt;
    }

    int element(int[] of, int i) {
      return beforeTheElement + of[i] + behindIt;
    }
  }

  public static void main(String[] args) throws Exception {
    Point point = new Point();
    NoEdge first = new NoEdge();
    Threads.together(
        () -> {
          int sum = point.sum();
          point.set(5);
          try {
            sum += point.divide(0);
          } catch (ArithmeticException expected) {
            sum++;
          }
          try {
            sum += point.element(new int[1], 1);
          } catch (ArrayIndexOutOfBoundsException expected) {
            sum++;
          }
          if (sum != 5) throw new AssertionError(sum);
          first.raise();
        },
        () -> {
          first.await();
          point.y = 2;
          point.r = 7;
          point.beforeTheDivision = 2;
          point.beforeTheElement = 2;
        });
  }
}

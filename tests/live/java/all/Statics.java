package all;

import support.Check;
import support.Threads;

/** Statics that two threads use under a lock, and a class of its own that both initialise. Right, whoever watches. */
public class Statics {
  static int first;
  static int second;
  static int third;

  static final class Held {
    static int[] numbers = new int[] {1, 2};
    static int sum = numbers[0] + numbers[1];
  }

  static synchronized void count() {
    first++;
    second += first;
    third += second - first;
    Held.sum += Held.numbers[0];
  }

  public static void main(String[] args) throws Exception {
    Threads.together(Statics::count, Statics::count);
    Check.result(5, Held.sum);
  }
}

package racing;

import java.util.ArrayList;
import java.util.List;
import support.NoEdge;
import support.Threads;

/**
 * Final fields show an array and a list as they were when the constructor ended. What is written afterwards races, also if a
 * second object gets the array behind that.
 */
public class AfterFreeze {
  static class Holder {
    final int[] numbers;
    final List<String> names = new ArrayList<>();
    final long[][] table = new long[2][2];

    Holder(int[] numbers) {
      this.numbers = numbers;
      names.add("before");
    }
  }

  public static void main(String[] args) throws Exception {
    int[] numbers = new int[2];
    numbers[0] = 1;
    Holder holder = new Holder(numbers);
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          holder.numbers[1] = 1; // expect: observed int[]
          holder.names.add("after"); // expect: observed java.util.ArrayList
          holder.table[1][1] = 1; // expect: observed long[]
          new Holder(numbers);
          written.raise();
        },
        () -> {
          written.await();
          System.out.println(holder.numbers[1]);
        },
        () -> {
          written.await();
          System.out.println(holder.names.size());
        },
        () -> {
          written.await();
          System.out.println(holder.table[1][1]);
        });
  }
}

package check;

import java.util.Arrays;

/** The array is copied, changed and put back in a volatile field: nobody changes what others see. */
public class CopiedOnWrite {
  private volatile int[] values = new int[0];
  private int[] inPlace = new int[8];
  private volatile int size;

  synchronized void add(int value) {
    int[] copy = Arrays.copyOf(values, values.length + 1);
    copy[copy.length - 1] = value;
    values = copy;
    inPlace[size % inPlace.length] = value; // expect: int[]
    size++;
  }

  int last() {
    int[] seen = values;
    return seen.length == 0 ? 0 : seen[seen.length - 1] + inPlace[0];
  }

  public static void main(String[] args) {
    CopiedOnWrite shared = new CopiedOnWrite();
    new Thread(() -> shared.add(1)).start();
    System.out.println(shared.last());
  }
}

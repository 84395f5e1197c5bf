package check;

import java.util.Arrays;
import java.util.stream.Stream;

/** A copy of an array is another array with the same elements, and so is what toArray makes. */
public class ArraysCopied {
  static class Item {
    int copied; // expect: check.ArraysCopied$Item.copied
    int streamed; // expect: check.ArraysCopied$Item.streamed
  }

  private static final Item[] ALL = {new Item()};
  private static final long[] NUMBERS = new long[2];

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(
              () -> {
                Arrays.copyOf(ALL, 1)[0].copied++;
                Stream.of(ALL).toArray(Item[]::new)[0].streamed++;
                Arrays.copyOf(NUMBERS, 2)[0]++;
              })
          .start();
    }
  }
}

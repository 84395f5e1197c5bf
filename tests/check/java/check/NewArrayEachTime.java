package check;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * A stream that several threads write to gives out a copy of what it has, and native code an array of its own making: what
 * each thread does to its own is nothing. A buffer gives out the one array that it has, a string's copy may be kept where all
 * can get at it, and so may what native code was handed: found.
 */
public class NewArrayEachTime {
  static final ByteArrayOutputStream STREAM = new ByteArrayOutputStream(); // synchronized itself
  static final ByteBuffer BUFFER = ByteBuffer.allocate(8);
  static char[] text;

  static void copies() {
    STREAM.write(1);
    byte[] copy = STREAM.toByteArray();
    copy[0]++;
    System.out.println(copy[0]);
  }

  static native int[] measure(long[] counts);

  static native long[] same(long[] counts);

  static final long[] COUNTS = new long[8];

  static void measured() {
    int[] measured = measure(COUNTS);
    measured[0]++;
    long[] counts = same(COUNTS);
    counts[0]++; // expect: long[]
  }

  static void backing() {
    byte[] same = BUFFER.array();
    same[0]++; // expect: byte[]
  }

  static void shared() {
    text[0]++; // expect: char[]
  }

  public static void main(String[] args) {
    text = "text".toCharArray();
    for (int i = 0; i < 2; i++) {
      new Thread(NewArrayEachTime::copies).start();
      new Thread(NewArrayEachTime::backing).start();
      new Thread(NewArrayEachTime::shared).start();
      new Thread(NewArrayEachTime::measured).start();
    }
  }
}

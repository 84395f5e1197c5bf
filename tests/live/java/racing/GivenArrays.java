package racing;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import support.Threads;

/** An array that one thread fills is given to the JDK by another: to make a text or a list of it, to read into it. */
public class GivenArrays {
  static final char[] letters = new char[4]; // expect: observed char[]
  static final short[] reflected = new short[4]; // expect: observed short[]
  static final byte[] buffer = new byte[4]; // expect: observed byte[]
  static final Integer[] boxed = {1, 2}; // expect: observed java.lang.Integer[]
  static final int[] summed = {1, 2}; // expect: observed int[]
  static final long[] counted = {1, 2};
  static final float[] second = {1, 2};
  static final String[] listed = {"a", "b"}; // expect: observed java.lang.String[]
  static final Long[] added = {1L, 2L}; // expect: observed java.lang.Long[]
  static final StringBuilder[] of = {null, new StringBuilder()}; // expect: observed java.lang.StringBuilder[]

  public static void main(String[] args) throws Exception {
    Threads.race(() -> letters[1] = 'x', () -> System.out.println(new String(letters, 1, 2).length()));
    Threads.race(() -> Array.setShort(reflected, 1, (short) 1), () -> System.out.println(reflected[1]));
    Threads.race(() -> new ByteArrayInputStream(new byte[8]).read(buffer), () -> System.out.println(buffer[3]));
    Threads.race(() -> listed[1] = "x", () -> System.out.println(List.of(listed)));
    Threads.race(() -> boxed[1] = 3, () -> System.out.println(Stream.of(boxed).mapToInt(each -> each).sum()));
    Threads.race(() -> summed[0] = 3, () -> System.out.println(IntStream.of(summed).sum()));
    Threads.race(() -> added[0] = 3L, () -> Collections.addAll(new ArrayList<>(), added));
    Threads.race(() -> of[0] = of[1], () -> System.out.println(Stream.of(of).map(each -> each == null).toList()));
    parts();
  }

  /** What a call does not touch is no race: another part of the array, or none of it. */
  static void parts() throws Exception {
    double[] other = {1, 2, 3};
    Threads.race(() -> other[0] = 3, () -> System.out.println(IntStream.of(1).sum() + Array.getDouble(other, 1)));
    Threads.race(() -> counted[1] = 3, () -> System.out.println(Arrays.stream(counted).count()));
    Threads.race(() -> second[1] = 3, () -> System.out.println(Array.getLength(second)));
  }
}

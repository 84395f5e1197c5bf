package racing;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.CRC32;
import support.Threads;

/** Objects of the JDK that keep a state between calls, and what stands for an array. */
public class SharedTools {
  static final CRC32 sum = new CRC32(); // expect: observed java.util.zip.CRC32
  static final SplittableRandom random = new SplittableRandom(); // expect: observed java.util.SplittableRandom
  static final CharsetEncoder encoder = StandardCharsets.UTF_16.newEncoder(); // expect: observed sun.nio.cs.UTF_16$Encoder
  static final CharBuffer relative = CharBuffer.allocate(4); // expect: observed java.nio.HeapCharBuffer
  static final IntBuffer absolute = IntBuffer.allocate(4); // expect: observed int[]
  static final byte[] bytes = new byte[16]; // expect: observed byte[]
  static final ByteBuffer wrapped = ByteBuffer.wrap(bytes);
  static final List<Integer> drained = new ArrayList<>(); // expect: observed java.util.ArrayList
  static final StringBuilder text = new StringBuilder(); // expect: observed java.lang.StringBuilder
  static final float[] apart = new float[4];

  public static void main(String[] args) throws Exception {
    Threads.race(() -> sum.update(1), () -> sum.update(2));
    Threads.race(() -> random.nextInt(), () -> random.nextLong());
    Threads.race(() -> encoder.encode(CharBuffer.wrap("a")), () -> encoder.canEncode('b'));
    Threads.race(() -> relative.put('x'), () -> System.out.println(relative.position()));
    Threads.race(() -> absolute.put(2, 7), () -> System.out.println(absolute.get(2)));
    Threads.race(() -> wrapped.putInt(4, 7), () -> System.out.println(bytes[7]));
    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(List.of(1, 2));
    Threads.race(() -> queue.drainTo(drained), () -> System.out.println(drained.size()));
    Threads.race(() -> text.append(1), () -> System.out.println("1".contentEquals(text)));
    nothing();
  }

  /** An empty queue changes nothing; other elements are others. */
  static void nothing() throws Exception {
    LinkedList<Integer> list = new LinkedList<>();
    Threads.race(() -> new LinkedBlockingQueue<Integer>().drainTo(list), () -> System.out.println(list.size()));
    FloatBuffer buffer = FloatBuffer.wrap(apart);
    Threads.race(() -> buffer.put(1, 1), () -> System.out.println(apart[2]));
  }
}

package racing;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import support.NoEdge;
import support.Threads;

/** Reading moves something: the entry of a map in the order of access, the position of a buffer. */
public class MovingReads {
  static final Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true); // expect: observed java.util.LinkedHashMap
  static final ByteBuffer buffer = ByteBuffer.allocate(8);

  public static void main(String[] args) throws Exception {
    recent.put("a", 1);
    recent.put("b", 2);
    NoEdge read = new NoEdge();
    Threads.together(
        () -> {
          System.out.println(recent.get("a") + buffer.get()); // expect: observed java.nio.HeapByteBuffer
          read.raise();
        },
        () -> {
          read.await();
          System.out.println(recent.get("b"));
        },
        () -> {
          read.await();
          System.out.println(buffer.get());
        });
  }
}

package silent;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import support.Check;
import support.Threads;

/** Threads that read the same collection or buffer, in any way that moves nothing; and parts that are each thread's own. */
public class StillReads {
  public static void main(String[] args) throws Exception {
    Map<String, Integer> map = new LinkedHashMap<>(Map.of("a", 1));
    List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
    ByteBuffer buffer = ByteBuffer.allocate(8);
    buffer.put(0, (byte) 5);
    int[] sums = new int[2];
    Threads.Body[] bodies = new Threads.Body[2];
    for (int i = 0; i < bodies.length; i++) {
      int self = i;
      bodies[i] = () -> {
        List<Integer> copy = new ArrayList<>(list);
        Collections.sort(copy);
        buffer.put(1 + self, (byte) self);
        ByteBuffer view = buffer.duplicate();
        sums[self] = copy.get(0) + map.get("a") + view.get() + buffer.get(0) + buffer.remaining() + ("" + list).length()
            + Collections.max(list) + Collections.unmodifiableList(list).size();
      };
    }
    Threads.together(bodies);
    Check.result(sums[0], sums[1]);
  }
}

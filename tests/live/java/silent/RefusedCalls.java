package silent;

import java.lang.reflect.Array;
import java.util.Arrays;
import support.Check;
import support.NoEdge;
import support.Threads;

/** A call that is refused for its indexes or types has touched no element, whatever another thread does to them. */
public class RefusedCalls {
  private static int refused;

  private static void refused(Runnable call) {
    try {
      call.run();
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArrayStoreException expected) {
      refused++;
    }
  }

  public static void main(String[] args) throws Exception {
    int[] shared = new int[5];
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          for (int i = 0; i < shared.length; i++) shared[i] = i;
          written.raise();
        },
        () -> {
          written.await();
          refused(() -> System.arraycopy(shared, 0, new int[2], 0, 4));
          refused(() -> System.arraycopy(new int[9], 0, shared, 0, 9));
          refused(() -> System.arraycopy(shared, 0, shared, 3, 4));
          refused(() -> System.arraycopy(shared, 0, new long[5], 0, 5));
          refused(() -> System.arraycopy(shared, 0, new Object[5], 0, 5));
          refused(() -> Arrays.fill(shared, 0, 9, 1));
          refused(() -> Arrays.sort(shared, 3, 1));
          refused(() -> Arrays.sort(shared, 1, 6));
          refused(() -> Arrays.copyOfRange(shared, 9, 12));
          refused(() -> Array.getInt(shared, 77));
          refused(() -> shared[7] = 1);
        });
    Check.result(11, refused);
  }
}

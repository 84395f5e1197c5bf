package racing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import support.NoEdge;
import support.Threads;

/** A view of a byte[] as ints reads and writes four elements at once. */
public class ByteViews {
  static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final byte[] bytes = new byte[16];  // expect: observed byte[]

  public static void main(String[] args) throws Exception {
    INTS.set(bytes, 8, 1);
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          INTS.set(bytes, 4, 1);
          written.raise();
        },
        () -> {
          written.await();
          bytes[7] = 2;
          bytes[3] = bytes[8];
        });
  }
}

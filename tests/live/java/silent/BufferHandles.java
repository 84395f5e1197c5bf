package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import support.Check;
import support.Threads;

/** A flag in memory that each thread sees through a buffer of its own. */
public class BufferHandles {
  static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static int plain;

  public static void main(String[] args) throws Exception {
    ByteBuffer memory = ByteBuffer.allocateDirect(16);
    ByteBuffer same = memory.duplicate();
    Threads.together(
        () -> {
          plain = 1;
          INT.setRelease(memory, 8, 1);
        },
        () -> {
          while ((int) INT.getAcquire(same, 8) == 0) Thread.onSpinWait();
          plain++;
        });
    if (BYTES.isAccessModeSupported(VarHandle.AccessMode.SET_RELEASE)) onHeap();
    Check.result(2, plain);
  }

  /** An array, and a buffer that shows it. No longer allowed by later releases. */
  static void onHeap() throws InterruptedException {
    byte[] bytes = new byte[16];
    ByteBuffer shown = ByteBuffer.wrap(bytes);
    Threads.together(
        () -> {
          plain++;
          BYTES.setRelease(bytes, 8, 1);
        },
        () -> {
          while ((int) INT.getAcquire(shown, 8) == 0) Thread.onSpinWait();
          plain--;
        });
  }
}

package silent;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** A flag in memory that each thread sees through a segment of its own, or one of them as the array that it is. */
public class MemorySegments {
  static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  static int plain;

  public static void main(String[] args) throws Exception {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment whole = arena.allocate(64);
      MemorySegment part = whole.asSlice(32);
      Threads.together(
          () -> {
            plain = 1;
            INT.setRelease(whole, 40L, 1);
            while (!INT.weakCompareAndSetAcquire(whole, 48L, 1, 2)) Thread.onSpinWait();
            plain++;
          },
          () -> {
            while ((int) INT.getAcquire(part, 8L) == 0) Thread.onSpinWait();
            plain++;
            INT.getAndAdd(part, 16L, 1);
          });
    }
    int[] array = new int[4];
    MemorySegment shown = MemorySegment.ofArray(array);
    VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
    Threads.together(
        () -> {
          plain++;
          element.setVolatile(array, 1, 1);
          while ((int) element.getVolatile(array, 2) == 0) Thread.onSpinWait();
          plain++;
        },
        () -> {
          while ((int) INT.getVolatile(shown, 4L) == 0) Thread.onSpinWait();
          plain++;
          INT.setVolatile(shown, 8L, 1);
        });
    Check.result(6, plain);
  }
}

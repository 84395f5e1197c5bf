package silent;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** A flag in memory outside the heap, which each thread sees through a segment of its own. */
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
    Check.result(3, plain);
  }
}

package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** A flag behind handles that were made of another: each thread has its own. */
public class IndirectHandles {
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  static int plain;

  public static void main(String[] args) throws Exception {
    int[] flags = new int[4];
    VarHandle mine = MethodHandles.insertCoordinates(ELEMENT, 0, flags, 3);
    VarHandle yours = MethodHandles.insertCoordinates(ELEMENT, 0, flags, 3);
    Threads.together(
        () -> {
          plain = 1;
          mine.setVolatile(1);
        },
        () -> {
          while ((int) yours.getVolatile() == 0) Thread.onSpinWait();
          plain++;
        });
    Check.result(2, plain);
  }
}

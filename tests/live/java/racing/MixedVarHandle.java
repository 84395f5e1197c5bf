package racing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.NoEdge;
import support.Threads;

/** A field bumped atomically through a VarHandle here and with ++ there. */
public class MixedVarHandle {
  static final VarHandle HITS;

  static {
    try {
      HITS = MethodHandles.lookup().findVarHandle(MixedVarHandle.class, "hits", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  int hits;  // expect: observed racing.MixedVarHandle.hits

  public static void main(String[] args) throws Exception {
    MixedVarHandle it = new MixedVarHandle();
    NoEdge counted = new NoEdge();
    Threads.together(
        () -> {
          it.hits++;
          counted.raise();
        },
        () -> {
          counted.await();
          HITS.getAndAdd(it, 1);
        });
  }
}

package check;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** A method handle by a constant name, and a field through a VarHandle, which is atomic. */
public class Handles {
  private static int hits; // expect: check.Handles.hits
  private static final VarHandle SAFE;
  private int safe;

  static {
    try {
      SAFE = MethodHandles.lookup().findVarHandle(Handles.class, "safe", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void hit() {
    hits++;
  }

  public static void main(String[] args) throws Throwable {
    Handles shared = new Handles();
    MethodHandle hit =
        MethodHandles.lookup().findStatic(Handles.class, "hit", MethodType.methodType(void.class));
    new Thread(() -> {
      try {
        hit.invokeExact();
      } catch (Throwable t) {
        throw new IllegalStateException(t);
      }
      SAFE.getAndAdd(shared, 1);
    }).start();
    hits = 0;
    SAFE.getAndAdd(shared, 1);
  }
}

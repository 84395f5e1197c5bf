package racing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Threads;

/** VarHandle get and set are plain accesses; an acquiring read of what was written plainly orders nothing. */
public class VarHandlePlain {
  static final VarHandle NUMBER;
  static final VarHandle SHARED;

  static {
    try {
      NUMBER = MethodHandles.lookup().findVarHandle(VarHandlePlain.class, "number", int.class);
      SHARED = MethodHandles.lookup().findStaticVarHandle(VarHandlePlain.class, "shared", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  int number;  // expect: observed racing.VarHandlePlain.number

  static int shared;  // expect: observed racing.VarHandlePlain.shared

  public static void main(String[] args) throws Exception {
    VarHandlePlain it = new VarHandlePlain();
    Threads.together(() -> NUMBER.set(it, 1), () -> NUMBER.set(it, 2));
    Threads.together(() -> SHARED.set(1), () -> SHARED.set(2));
  }
}

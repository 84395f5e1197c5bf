package racing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Threads;

/** VarHandle get and set are plain accesses; an acquiring read of what was written plainly orders nothing. */
public class VarHandlePlain {
  static final VarHandle NUMBER;

  static {
    try {
      NUMBER = MethodHandles.lookup().findVarHandle(VarHandlePlain.class, "number", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  int number;  // expect: observed racing.VarHandlePlain.number

  public static void main(String[] args) throws Exception {
    VarHandlePlain it = new VarHandlePlain();
    Threads.together(() -> NUMBER.set(it, 1), () -> NUMBER.set(it, 2));
  }
}

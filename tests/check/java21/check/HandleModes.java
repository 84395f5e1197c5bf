package check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A VarHandle sets a flag after the data; who sees it set may read them. Who does not ask may not. */
public class HandleModes {
  private static final VarHandle READY;

  static {
    try {
      READY = MethodHandles.lookup().findVarHandle(HandleModes.class, "ready", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private boolean ready;
  private int data;
  private int unordered; // expect: check.HandleModes.unordered

  void produce() {
    data = 42;
    unordered = 42;
    READY.setRelease(this, true);
  }

  int consume() {
    int early = unordered;
    while (!(boolean) READY.getAcquire(this)) Thread.onSpinWait();
    return data + early;
  }

  public static void main(String[] args) {
    HandleModes shared = new HandleModes();
    new Thread(shared::produce).start();
    System.out.println(shared.consume());
  }
}

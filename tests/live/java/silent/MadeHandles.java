package silent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import support.Check;
import support.Threads;

/** Hand-overs through method handles that were made of others: bound, converted, of an access mode of a VarHandle. */
public class MadeHandles {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

  volatile boolean ready;
  boolean raised;
  static volatile boolean open;
  int number;

  interface Signal {
    void raise() throws Throwable;
  }

  interface Question {
    boolean isRaised() throws Throwable;
  }

  void handOver(Signal signal, Question question) throws InterruptedException {
    Threads.together(
        () -> {
          number++;
          try {
            signal.raise();
          } catch (Throwable impossible) {
            throw new AssertionError(impossible);
          }
        },
        () -> {
          try {
            while (!question.isRaised()) Thread.onSpinWait();
          } catch (Throwable impossible) {
            throw new AssertionError(impossible);
          }
          number++;
        });
    ready = false;
    raised = false;
    open = false;
  }

  public static void main(String[] args) throws Exception {
    MadeHandles it = new MadeHandles();
    bound(it);
    byModes(it);
    invokers(it);
    elements(it);
    Check.result(24, it.number);
  }

  static void bound(MadeHandles it) throws Exception {
    MethodHandle get = LOOKUP.findGetter(MadeHandles.class, "ready", boolean.class);
    MethodHandle set = LOOKUP.findSetter(MadeHandles.class, "ready", boolean.class);
    MethodHandle boundGet = get.bindTo(it);
    MethodHandle boundSet = MethodHandles.insertArguments(set, 0, it, true);
    MethodHandle converted = get.asType(MethodType.methodType(Object.class, Object.class));
    it.handOver(() -> { boundSet.invokeExact(); }, () -> (boolean) boundGet.invokeExact());
    it.handOver(() -> it.ready = true, () -> (boolean) boundGet.invoke());
    it.handOver(() -> boundSet.invoke(), () -> it.ready);
    it.handOver(() -> set.invokeWithArguments(it, true), () -> (boolean) converted.invoke((Object) it));
  }

  static void byModes(MadeHandles it) throws Exception {
    VarHandle handle = LOOKUP.findVarHandle(MadeHandles.class, "raised", boolean.class);
    MethodHandle set = handle.toMethodHandle(AccessMode.SET_RELEASE);
    MethodHandle swap = handle.toMethodHandle(AccessMode.COMPARE_AND_SET);
    MethodHandle get = handle.toMethodHandle(AccessMode.GET_ACQUIRE);
    MethodHandle bound = get.bindTo(it);
    it.handOver(() -> { set.invokeExact(it, true); }, () -> (boolean) get.invokeExact(it));
    it.handOver(() -> handle.setVolatile(it, true), () -> (boolean) bound.invokeExact());
    it.handOver(() -> Check.same(true, (boolean) swap.invokeExact(it, false, true)), () -> (boolean) handle.getAcquire(it));
    VarHandle opened = LOOKUP.findStaticVarHandle(MadeHandles.class, "open", boolean.class);
    MethodHandle isOpen = opened.toMethodHandle(AccessMode.GET_VOLATILE);
    it.handOver(() -> open = true, () -> (boolean) isOpen.invokeExact());
  }

  static void invokers(MadeHandles it) throws Exception {
    VarHandle handle = LOOKUP.findVarHandle(MadeHandles.class, "raised", boolean.class);
    MethodHandle set = MethodHandles.varHandleInvoker(
        AccessMode.SET_VOLATILE, MethodType.methodType(void.class, MadeHandles.class, boolean.class));
    MethodHandle get = MethodHandles.varHandleExactInvoker(
        AccessMode.GET_VOLATILE, MethodType.methodType(boolean.class, MadeHandles.class));
    MethodHandle bound = get.bindTo(handle);
    it.handOver(() -> { set.invokeExact(handle, it, true); }, () -> (boolean) get.invokeExact(handle, it));
    it.handOver(() -> set.invoke(handle, it, true), () -> (boolean) bound.invokeExact(it));
  }

  static void elements(MadeHandles it) throws Exception {
    int[] flags = new int[4];
    MethodHandle set = ELEMENT.toMethodHandle(AccessMode.SET_VOLATILE);
    MethodHandle get = MethodHandles.insertArguments(ELEMENT.toMethodHandle(AccessMode.GET_VOLATILE), 0, flags, 2);
    it.handOver(() -> { set.invokeExact(flags, 2, 1); }, () -> (int) get.invokeExact() != 0);
    it.handOver(() -> ELEMENT.setVolatile(flags, 2, 2), () -> (int) get.invokeExact() == 2);
  }
}

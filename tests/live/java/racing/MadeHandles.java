package racing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import support.Threads;

/** Plain accesses through method handles that were made of others, and an opaque flag that orders nothing. */
public class MadeHandles {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  int bound;  // expect: observed racing.MadeHandles.bound
  int converted;  // expect: observed racing.MadeHandles.converted
  int byMode;  // expect: observed racing.MadeHandles.byMode
  int invoked;  // expect: observed racing.MadeHandles.invoked
  int listed;  // expect: observed racing.MadeHandles.listed
  int behindOpaque;  // expect: observed racing.MadeHandles.behindOpaque
  boolean opaque;

  void plainly() {
    bound = 1;
    converted = 2;
    byMode = 3;
    invoked = 4;
    listed = 5;
    behindOpaque = 6;
  }

  int byHandles(Handles handles) throws Throwable {
    int sum = (int) handles.bound.invokeExact();
    handles.convertedSetter.invoke((Object) this, (Integer) 1);
    handles.byModeSetter.invokeExact(this, 1);
    sum += (int) handles.invoker.invokeExact(handles.invoked, this);
    return sum + (int) handles.listed.invokeWithArguments(this);
  }

  record Handles(MethodHandle bound, MethodHandle convertedSetter, MethodHandle byModeSetter, VarHandle invoked,
      MethodHandle invoker, MethodHandle listed, MethodHandle raise, MethodHandle isRaised) {
    static Handles of(MadeHandles it) throws ReflectiveOperationException {
      Class<?> type = MadeHandles.class;
      VarHandle opaque = LOOKUP.findVarHandle(type, "opaque", boolean.class);
      return new Handles(LOOKUP.findGetter(type, "bound", int.class).bindTo(it),
          LOOKUP.findSetter(type, "converted", int.class)
              .asType(MethodType.methodType(void.class, Object.class, Integer.class)),
          LOOKUP.findVarHandle(type, "byMode", int.class).toMethodHandle(AccessMode.SET),
          LOOKUP.findVarHandle(type, "invoked", int.class),
          MethodHandles.varHandleInvoker(AccessMode.GET, MethodType.methodType(int.class, type)),
          LOOKUP.findGetter(type, "listed", int.class), opaque.toMethodHandle(AccessMode.SET_OPAQUE),
          opaque.toMethodHandle(AccessMode.GET_OPAQUE));
    }
  }

  void raise(Handles handles) {
    try {
      handles.raise.invokeExact(this, true);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  void read(Handles handles) {
    try {
      while (!(boolean) handles.isRaised.invokeExact(this)) Thread.onSpinWait();
      if (byHandles(handles) + behindOpaque != 16) throw new AssertionError();
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static void main(String[] args) throws Exception {
    for (int run = 0; run < 2; run++) {
      MadeHandles it = new MadeHandles();
      Handles handles = Handles.of(it);
      if (run == 0) {  // all is linked before threads start
        it.plainly();
        it.raise(handles);
        it.read(handles);
      } else {
        Threads.together(
            () -> {
              it.plainly();
              it.raise(handles);
            },
            () -> it.read(handles));
      }
    }
  }
}

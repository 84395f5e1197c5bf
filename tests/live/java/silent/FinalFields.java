package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Check;
import support.Threads;

/** Final fields are seen as the constructor left them even if the object is passed on by an opaque, unordered write. */
public class FinalFields {
  static final VarHandle SHARED;

  static {
    try {
      SHARED = MethodHandles.lookup().findStaticVarHandle(FinalFields.class, "shared", Point.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  record Point(int x, long y, String name) {}

  static Point shared;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> SHARED.setOpaque(new Point(1, 2L, "point")),
        () -> {
          Point point;
          while ((point = (Point) SHARED.getOpaque()) == null) Thread.onSpinWait();
          Check.result("1 2 point", point.x + " " + point.y() + " " + point.name);
        });
  }
}

package racing;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import support.NoEdge;
import support.Threads;

/** Fields that method handles read and write. */
public class MethodHandleFields {
  static final MethodHandle SET_NUMBER;
  static final MethodHandle GET_TEXT;
  static final MethodHandle SET_TOTAL;
  static final MethodHandle GET_UNREFLECTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Class<?> type = MethodHandleFields.class;
      SET_NUMBER = lookup.findSetter(type, "number", int.class);
      GET_TEXT = lookup.findGetter(type, "text", String.class);
      SET_TOTAL = lookup.findStaticSetter(type, "total", long.class);
      GET_UNREFLECTED = lookup.unreflectGetter(type.getDeclaredField("unreflected"));
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  int number;  // expect: observed racing.MethodHandleFields.number
  String text = "";  // expect: observed racing.MethodHandleFields.text
  static long total;  // expect: observed racing.MethodHandleFields.total
  double unreflected;  // expect: observed racing.MethodHandleFields.unreflected

  void plainly() {
    number = 1;
    text = "x";
    total = 2;
    unreflected = 3;
  }

  void byHandles() {
    try {
      SET_NUMBER.invokeExact(this, 4);
      String read = (String) GET_TEXT.invokeExact(this);
      SET_TOTAL.invokeExact((long) read.length());
      Object boxed = GET_UNREFLECTED.invoke(this);
      if (boxed == null) throw new AssertionError();
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  public static void main(String[] args) throws Exception {
    new MethodHandleFields().byHandles();  // linked before the threads start
    MethodHandleFields it = new MethodHandleFields();
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          it.plainly();
          written.raise();
        },
        () -> {
          written.await();
          it.byHandles();
        });
  }
}

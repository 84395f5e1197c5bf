package silent;

import support.Check;
import support.Threads;

/** Data behind volatile fields of several types, static and not. */
public class VolatileFlags {
  static volatile boolean flag;
  volatile long time;
  volatile double ratio;
  volatile String name;
  static int a;
  int b;
  int[] c = new int[1];
  String d;

  public static void main(String[] args) throws Exception {
    VolatileFlags it = new VolatileFlags();
    Threads.together(
        () -> {
          a = 1;
          flag = true;
          it.b = 2;
          it.time = 1L;
          it.c[0] = 3;
          it.ratio = 0.5;
          it.d = "four";
          it.name = "done";
        },
        () -> {
          while (!flag) Thread.onSpinWait();
          int sum = a;
          while (it.time == 0) Thread.onSpinWait();
          sum += it.b;
          while (it.ratio == 0) Thread.onSpinWait();
          sum += it.c[0];
          while (it.name == null) Thread.onSpinWait();
          Check.result("6four", sum + it.d);
        });
  }
}

package silent;

import java.util.concurrent.atomic.AtomicIntegerArray;
import support.Check;
import support.Threads;

/** Lamport's bakery: three threads take turns by numbers of their own choosing; all accesses are volatile. */
public class Bakeries {
  static final AtomicIntegerArray choosing = new AtomicIntegerArray(3);
  static final AtomicIntegerArray number = new AtomicIntegerArray(3);
  static int value;

  static void lock(int me) {
    choosing.set(me, 1);
    int highest = 0;
    for (int i = 0; i < 3; i++) highest = Math.max(highest, number.get(i));
    number.set(me, highest + 1);
    choosing.set(me, 0);
    for (int i = 0; i < 3; i++) {
      while (choosing.get(i) == 1) Thread.onSpinWait();
      for (int his = number.get(i); his != 0 && (his < number.get(me) || (his == number.get(me) && i < me));) {
        Thread.onSpinWait();
        his = number.get(i);
      }
    }
  }

  static Threads.Body client(int me) {
    return () -> {
      for (int i = 0; i < 20; i++) {
        lock(me);
        value++;
        number.set(me, 0);
      }
    };
  }

  public static void main(String[] args) throws Exception {
    Threads.together(client(0), client(1), client(2));
    Check.result(60, value);
  }
}

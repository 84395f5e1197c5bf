package silent;

import support.Check;
import support.Threads;

/** Any object is a lock: a class, an interned string reached by two names, an array, an enum constant. */
public class LockObjects {
  enum Kind {
    ONE
  }

  static final int[] ARRAY = new int[1];
  static int a;
  static int b;
  static int c;
  static int d;

  static void bump(String interned) {
    synchronized (LockObjects.class) {
      a++;
    }
    synchronized (interned) {
      b++;
    }
    synchronized (ARRAY) {
      c++;
    }
    synchronized (Kind.ONE) {
      d++;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 0; i < 100; i++) bump("silent lock");
        },
        () -> {
          String built = new StringBuilder("silent").append(" lock").toString().intern();
          for (int i = 0; i < 100; i++) bump(built);
        });
    Check.result(800, a + b + c + d);
  }
}

package turns;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Puts the threads of a program in a fixed order that orders nothing: whose turn it is is read and written in opaque mode,
 * which gives no happens-before edge. Not watched by Raddle, so that nothing of it is told.
 */
public final class Turns {
  private static final VarHandle NOW;

  static {
    try {
      NOW = MethodHandles.lookup().findVarHandle(Turns.class, "now", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private int now;

  /** What a part of a program does. */
  public interface Body {
    void run() throws Exception;
  }

  /** A thread of the program, a virtual one where there are such. One that throws ends the JVM: no failure goes unseen. */
  public static Thread thread(Runnable body, boolean virtual) {
    Runnable guarded =
        () -> {
          try {
            body.run();
          } catch (Throwable problem) {
            problem.printStackTrace();
            Runtime.getRuntime().halt(1);
          }
        };
    if (!virtual || Runtime.version().feature() < 21) return new Thread(guarded);
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, guarded);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** For an executor, whose program does not wait for it. */
  public static Thread daemon(Runnable body) {
    Thread thread = new Thread(body);
    thread.setDaemon(true);
    return thread;
  }

  public void await(int turn) {
    for (int tries = 0; (int) NOW.getOpaque(this) != turn; tries++) {
      if (tries < 100) Thread.onSpinWait();
      else Thread.yield();
    }
  }

  public void pass() {
    NOW.setOpaque(this, (int) NOW.getOpaque(this) + 1);
  }

  /** A number that the compiler cannot know. */
  public static int same(int number) {
    return number;
  }

  /** What was computed is used. */
  public static void use(long sum) {
    if (sum == Long.MIN_VALUE + 12345) System.out.println(sum);
  }
}

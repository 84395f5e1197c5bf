package silent;

import support.Check;
import support.NoEdge;

/** A handler of uncaught exceptions that was made and set when the thread was running already, for it or for all. */
public class HandlersSetLate {
  static final class Handler implements Thread.UncaughtExceptionHandler {
    int code;
    String got;

    @Override
    public void uncaughtException(Thread thread, Throwable problem) {
      got = problem.getMessage() + code;
    }
  }

  interface Setter {
    void set(Thread thread, Handler handler);
  }

  static void die(Setter setter) throws InterruptedException {
    NoEdge set = new NoEdge();
    Thread thread = new Thread(() -> {
      set.await();
      throw new IllegalStateException("expected");
    });
    thread.start();
    Handler handler = new Handler();
    handler.code = 7;
    setter.set(thread, handler);
    set.raise();
    thread.join();
    Check.result("expected7", handler.got);
  }

  public static void main(String[] args) throws Exception {
    die((thread, handler) -> thread.setUncaughtExceptionHandler(handler));
    die((thread, handler) -> Thread.setDefaultUncaughtExceptionHandler(handler));
    Thread.setDefaultUncaughtExceptionHandler(null);
  }
}

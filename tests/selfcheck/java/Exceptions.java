import java.io.IOException;
import java.io.UncheckedIOException;

/** Exceptions: catch, finally, nested, from every place; locks; a stack trace whose lines must stay. */
final class Exceptions {
  private Exceptions() {}

  private static final StringBuilder log = new StringBuilder();

  static void run() {
    for (int i = 0; i < 8; ++i) {
      log.setLength(0);
      Object result;
      try {
        result = finallyOf(i);
      } catch (RuntimeException | Error e) {
        result = e;
      }
      Everything.print("finally", i, result, log);
    }
    Everything.print("nested", nested(0), nested(1), nested(2));
    Everything.print("return", returnOverridden(), loopFinally());
    try (Resource one = new Resource("one"); Resource two = new Resource("two")) {
      Everything.print("with", one.name, two.name);
      throw new IllegalStateException("body");
    } catch (IllegalStateException e) {
      Everything.print("suppressed", e.getMessage(), e.getSuppressed().length, e.getSuppressed()[0].getMessage());
    }
    Everything.print("locks", new Locked().add(3), Locked.shared(4), thrownFromLock());
    Everything.print("rethrown", rethrown());
    trace(3);
  }

  private static String finallyOf(int i) {
    String state = "start";
    try {
      log.append("try ");
      if (i == 1) throw new IllegalArgumentException("one");
      if (i == 2) return state + i;
      if (i == 3) throw new ArithmeticException();
      int zero = i == 4 ? 0 : 1;
      state = "divided " + 10 / zero;
      if (i == 5) ((Object) state).wait();
      if (i == 6) throw new StackOverflowError("six");
    } catch (IllegalArgumentException | InterruptedException e) {
      log.append("caught ").append(e.getMessage()).append(' ');
      return "from catch";
    } catch (ArithmeticException e) {
      log.append("arithmetic ");
      if (e.getMessage() == null) throw new IllegalStateException("from catch", e);
      state = e.getMessage();
    } finally {
      log.append("finally ").append(state);
    }
    return state;
  }

  private static String nested(int i) {
    StringBuilder out = new StringBuilder();
    try {
      try {
        try {
          if (i == 0) throw new IOException("inner");
          if (i == 1) throw new UncheckedIOException(new IOException("wrapped"));
          out.append("none");
        } finally {
          out.append("|f1");
        }
      } catch (IOException e) {
        out.append("|io ").append(e.getMessage());
        throw new RuntimeException("again");
      } finally {
        out.append("|f2");
      }
    } catch (UncheckedIOException e) {
      out.append("|unchecked ").append(e.getCause().getMessage());
    } catch (RuntimeException e) {
      out.append("|runtime ").append(e.getMessage());
    }
    return out.toString();
  }

  @SuppressWarnings("finally")
  private static int returnOverridden() {
    try {
      throw new IllegalStateException();
    } finally {
      return 42;
    }
  }

  private static int loopFinally() {
    int count = 0;
    for (int i = 0; i < 10; ++i) {
      try {
        if (i % 3 == 0) continue;
        if (i == 7) break;
        count += i;
      } finally {
        count += 100;
      }
    }
    return count;
  }

  private static final class Resource implements AutoCloseable {
    final String name;

    Resource(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      if (name.equals("two")) throw new UnsupportedOperationException("close of " + name);
      Everything.print("closed", name);
    }
  }

  private static final class Locked {
    private long sum;
    private static double total;

    synchronized long add(int by) {
      sum += by;
      synchronized (this) {
        synchronized (Locked.class) {
          total += sum;
          return sum;
        }
      }
    }

    static synchronized double shared(double by) {
      return total *= by;
    }
  }

  private static String thrownFromLock() {
    Object lock = new Object();
    try {
      synchronized (lock) {
        Object nothing = null;
        return nothing.toString();
      }
    } catch (NullPointerException e) {
      return e.getMessage() + ", free " + !Thread.holdsLock(lock);
    }
  }

  private static String rethrown() {
    try {
      try {
        throw new Exception("first");
      } catch (Exception e) {
        e.addSuppressed(new Error("second"));
        throw e;
      }
    } catch (Exception e) {
      return e.getMessage() + e.getSuppressed()[0].getMessage();
    }
  }

  private static void trace(int depth) {
    try {
      if (depth > 0) {
        trace(
            depth - 1);
      } else {
        int[] none = new int[depth];
        none[1] = 1;
      }
    } catch (ArrayIndexOutOfBoundsException e) {
      for (StackTraceElement at : e.getStackTrace()) Everything.print("at", at);
      throw new IllegalStateException(
          "depth " + depth, e);
    } catch (IllegalStateException e) {
      for (StackTraceElement at : e.getStackTrace()) Everything.print("at", at);
      if (depth < 3) throw e;
    }
  }
}

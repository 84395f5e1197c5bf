package check;

import java.text.SimpleDateFormat;
import java.util.Date;

/** A date format for each thread: nothing. One for all: found. */
public class PerThread {
  private static final ThreadLocal<SimpleDateFormat> OWN = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
  private static final SimpleDateFormat SHARED = new SimpleDateFormat("yyyy"); // expect: java.text.SimpleDateFormat

  static class Buffer extends ThreadLocal<StringBuilder> {
    @Override
    protected StringBuilder initialValue() {
      return new StringBuilder();
    }
  }

  private static final Buffer BUFFER = new Buffer();

  static void work() {
    System.out.println(OWN.get().format(new Date()));
    System.out.println(SHARED.format(new Date()));
    BUFFER.get().append("x");
  }

  public static void main(String[] args) {
    new Thread(PerThread::work).start();
    new Thread(PerThread::work).start();
  }
}

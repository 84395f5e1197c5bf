package silent;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;
import support.Check;
import support.Threads;

/** A SimpleDateFormat and a StringBuilder under one lock. */
public class GuardedFormat {
  static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy");
  static final StringBuilder text = new StringBuilder();

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      for (int i = 0; i < 20; i++) {
        synchronized (FORMAT) {
          FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
          text.append(FORMAT.format(new Date(0)));
        }
      }
    };
    Threads.together(work, work);
    Check.result(160, text.length());
  }
}

package racing;

import java.text.SimpleDateFormat;
import java.util.Date;
import support.NoEdge;
import support.Threads;

/** A SimpleDateFormat in a static field, the classic. */
public class SharedFormat {
  static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy");  // expect: observed java.text.SimpleDateFormat

  public static void main(String[] args) throws Exception {
    Date epoch = new Date(0);
    NoEdge formatted = new NoEdge();
    Threads.together(
        () -> {
          FORMAT.format(epoch);
          formatted.raise();
        },
        () -> {
          formatted.await();
          FORMAT.format(epoch);
        });
  }
}

package check;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log that its maker writes to before others can find it: neither what is printed nor an exception keeps the writer. */
public class PrintedLocally {
  static class Log {
    private final PrintWriter writer = new PrintWriter(new StringWriter());
    int lines;

    void add(Object text) {
      writer.println(text);
      lines++;
    }

    void add(Exception failed) {
      failed.printStackTrace(writer);
      lines++;
    }
  }

  static class Text {
    int length;
  }

  static final List<Log> LOGS = new CopyOnWriteArrayList<>();
  static final List<Text> TEXTS = new CopyOnWriteArrayList<>();
  static final PrintWriter OUT = new PrintWriter(System.out);

  static void make() {
    Log log = new Log();
    log.add(new IllegalStateException());
    log.add("after that");
    LOGS.add(log);
    Text text = new Text();
    synchronized (OUT) {
      OUT.println(text);
    }
    text.length++;
    TEXTS.add(text);
  }

  public static void main(String[] args) {
    new Thread(PrintedLocally::make).start();
    new Thread(
            () -> {
              for (Log log : LOGS) {
                System.out.println(log.lines);
              }
              for (Text text : TEXTS) {
                System.out.println(text.length);
              }
            })
        .start();
  }
}

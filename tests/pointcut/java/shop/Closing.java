package shop;

import java.io.IOException;

/** An interface with a static field, a default method and a static method. */
public interface Closing {
  Object REGISTRY = Closing.class;

  void close() throws IOException;

  default void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      report(e);
    }
  }

  static void report(Exception e) {
    e.getMessage();
  }
}

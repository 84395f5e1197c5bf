package dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Prints what the JVM finds on its class path for each name: the content of that class file, which need not be one. */
public final class Resources {
  private Resources() {}

  public static void main(String[] names) throws IOException {
    for (String name : names) {
      try (InputStream file = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        System.out.println(file == null ? "(none)" : new String(file.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }
}

package contracts;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads the given classes of java.base, as far as there are any, and those nested in them, so that they are verified. */
public class LoadAll {
  public static void main(String[] names) throws IOException, ClassNotFoundException {
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    int loaded = 0;
    for (String name : names) {
      Path file = base.resolve(name.replace('.', '/') + ".class");
      if (!Files.exists(file)) continue;
      String simple = name.substring(name.lastIndexOf('.') + 1);
      List<String> found;
      try (Stream<Path> files = Files.list(file.getParent())) {
        found = files.map(each -> each.getFileName().toString()).filter(
            each -> each.equals(simple + ".class") || each.startsWith(simple + "$")).toList();
      }
      for (String each : found) {
        String whole = name.substring(0, name.lastIndexOf('.') + 1) + each.substring(0, each.indexOf(".class"));
        Class.forName(whole, false, null).getDeclaredMethods();  // which links it
        loaded++;
      }
    }
    System.out.println(loaded);
  }
}

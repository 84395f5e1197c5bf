import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code PackModule MODULE MAJOR FILE}: writes the classes of a module of the JDK that runs this into one file, in the
 * order of their names: repeated [u2 name length][name][u4 length][class file].
 *
 * <p>Class files newer than MAJOR are given that version, for readers that know no newer one; nothing else changes.
 */
final class PackModule {
  public static void main(String[] arguments) throws IOException {
    Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", arguments[0]);
    int newest = Integer.parseInt(arguments[1]);
    List<Path> files;
    try (Stream<Path> all = Files.walk(module)) {
      files = all.filter(path -> path.toString().endsWith(".class")).sorted().toList();
    }
    try (DataOutputStream out = new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[2]))))) {
      for (Path path : files) {
        String file = module.relativize(path).toString();
        byte[] name = file.substring(0, file.length() - ".class".length()).getBytes(StandardCharsets.UTF_8);
        byte[] bytes = Files.readAllBytes(path);
        int major = (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
        if (major > newest) {
          bytes[6] = (byte) (newest >> 8);
          bytes[7] = (byte) newest;
        }
        out.writeShort(name.length);
        out.write(name);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }
}

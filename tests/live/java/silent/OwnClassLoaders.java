package silent;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import support.Check;
import support.Threads;

/** A class loader that is not made for many threads is asked by one at a time. */
public class OwnClassLoaders {
  static final class First {}

  static final class Second {}

  static final class Loader extends ClassLoader {
    final Map<String, Integer> sizes = new HashMap<>();
    int found;

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = OwnClassLoaders.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        found++;
        sizes.put(name, bytes.length);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException impossible) {
        throw new ClassNotFoundException(name, impossible);
      }
    }

    Loader() {
      super(null);
    }
  }

  public static void main(String[] args) throws Exception {
    Loader loader = new Loader();
    Threads.together(
        () -> loader.loadClass("silent.OwnClassLoaders$First"), () -> loader.loadClass("silent.OwnClassLoaders$Second"));
    Check.result(2, loader.found);
  }
}

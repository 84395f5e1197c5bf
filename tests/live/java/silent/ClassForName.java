package silent;

import support.Check;
import support.Threads;

/** Class initialisation forced by reflection orders as any other. */
public class ClassForName {
  public static class Plugin {
    static int version;

    static {
      version = 3;
    }

    public int version() {
      return version;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.Body use = () -> {
      Class<?> plugin = Class.forName("silent.ClassForName$Plugin");
      Check.same(3, plugin.getMethod("version").invoke(plugin.getConstructor().newInstance()));
    };
    Threads.together(use, use);
    Check.result(3, Plugin.version);
  }
}

package silent;

import support.Check;
import support.Threads;

/** Lazy initialisation by double-checked locking with a volatile field. */
public class DoubleCheckedLocking {
  static final class Settings {
    int size;
    String name;

    Settings() {
      size = 3;
      name = "settings";
    }
  }

  private static volatile Settings instance;

  static Settings get() {
    Settings result = instance;
    if (result == null) {
      synchronized (DoubleCheckedLocking.class) {
        result = instance;
        if (result == null) instance = result = new Settings();
      }
    }
    return result;
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> Check.same("settings3", get().name + get().size);
    Threads.together(work, work, work);
    Check.result(3, get().size);
  }
}

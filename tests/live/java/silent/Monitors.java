package silent;

import support.Check;
import support.Threads;

/** One counter under a monitor: block and method, instance and static. */
public class Monitors {
  static int ofClass;
  int ofObject;

  static synchronized void bumpClass() {
    ofClass++;
  }

  synchronized void bumpObject() {
    ofObject++;
  }

  public static void main(String[] args) throws Exception {
    Monitors it = new Monitors();
    Threads.Body work = () -> {
      for (int i = 0; i < 100; i++) {
        bumpClass();
        it.bumpObject();
        synchronized (Monitors.class) {
          ofClass++;
        }
        synchronized (it) {
          it.ofObject++;
        }
      }
    };
    Threads.together(work, work);
    Check.result("400 400", ofClass + " " + it.ofObject);
  }
}

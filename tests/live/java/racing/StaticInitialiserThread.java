package racing;

import java.util.concurrent.CountDownLatch;
import support.Check;
import support.Threads;

/** A static initialiser starts a thread and writes on: the thread sees a class that is not initialised. */
public class StaticInitialiserThread {
  static final class Service {
    static int[] state = new int[1];

    static {
      int[] mine = state;
      Threads.start(toucher(mine));
      mine[0] = 1;  // expect: observed int[]
    }
  }

  static final CountDownLatch touched = new CountDownLatch(1);

  /** Not in Service: code of that class would wait until it is initialised. */
  static Threads.Body toucher(int[] state) {
    return () -> {
      state[0]++;
      touched.countDown();
    };
  }

  public static void main(String[] args) throws Exception {
    Check.same(1, Service.state.length);
    touched.await();
  }
}

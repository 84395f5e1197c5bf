package silent;

import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** A variable that is locked in one phase and not in another, with a join between them. */
public class PhasesOfLocking {
  static int value;

  public static void main(String[] args) throws Exception {
    value = 1;
    Threads.Body locked = () -> {
      for (int i = 0; i < 50; i++) {
        synchronized (PhasesOfLocking.class) {
          value++;
        }
      }
    };
    Threads.together(locked, locked);
    value++;
    ReentrantLock other = new ReentrantLock();
    Threads.Body otherwise = () -> {
      other.lock();
      value++;
      other.unlock();
    };
    Threads.together(otherwise, otherwise);
    Check.result(104, value);
  }
}

package silent;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import support.Check;

/** What is done before a reachabilityFence is done before the object is cleaned up after. */
public class Cleaners {
  private static final Cleaner CLEANER = Cleaner.create();

  static final class State implements Runnable {
    final CountDownLatch cleaned = new CountDownLatch(1);
    int uses;

    @Override
    public void run() {
      uses = -uses;
      cleaned.countDown();
    }
  }

  static final class Resource {
    private final State state;

    Resource(State state) {
      this.state = state;
      CLEANER.register(this, state);
    }

    void use() {
      try {
        ++state.uses;
      } finally {
        Reference.reachabilityFence(this);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    State state = new State();
    useOnce(state);
    while (!state.cleaned.await(10, TimeUnit.MILLISECONDS)) System.gc();
    Check.result(-1, state.uses);
  }

  private static void useOnce(State state) {
    new Resource(state).use();
  }
}

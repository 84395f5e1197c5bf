package silent;

import java.util.concurrent.SynchronousQueue;
import support.Check;
import support.Threads;

/** A generator in a thread of its own: it and its consumer take turns on the same plain state. */
public class Generators {
  static int state;

  public static void main(String[] args) throws Exception {
    SynchronousQueue<Boolean> wanted = new SynchronousQueue<>();
    SynchronousQueue<Boolean> made = new SynchronousQueue<>();
    Thread generator = Threads.start(() -> {
      while (wanted.take()) {
        state = state * 2 + 1;
        made.put(true);
      }
    });
    for (int i = 0; i < 5; i++) {
      wanted.put(true);
      made.take();
      state++;
    }
    wanted.put(false);
    generator.join();
    Check.result(62, state);
  }
}

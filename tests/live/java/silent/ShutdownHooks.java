package silent;

import support.Check;
import support.Threads;

/** What was written before a hook was registered, or by a thread joined before the end, is the hook's to read. */
public class ShutdownHooks {
  static int before;
  static int joined;

  public static void main(String[] args) throws Exception {
    before = 1;
    Thread worker = Threads.start(() -> joined = 2);
    worker.join();
    Runtime.getRuntime().addShutdownHook(new Thread(Threads.guarded(() -> Check.same(3, before + joined))));
    Check.result(3, before + joined);
  }
}

package silent;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import support.Check;
import support.Threads;

/** A reference that one thread enqueues and another removes. */
public class ReferenceQueues {
  static final class Tracked extends WeakReference<Object> {
    int note;

    Tracked(Object referent, ReferenceQueue<Object> queue) {
      super(referent, queue);
    }
  }

  public static void main(String[] args) throws Exception {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    Object kept = new Object();
    Threads.together(
        () -> {
          Tracked tracked = new Tracked(kept, queue);
          tracked.note = 42;
          tracked.enqueue();
        },
        () -> Check.result(42, ((Tracked) queue.remove()).note));
  }
}

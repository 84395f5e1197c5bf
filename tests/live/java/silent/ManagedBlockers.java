package silent;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import support.Check;

/** A worker of a fork-join pool that blocks with the pool's knowledge. */
public class ManagedBlockers {
  static final class Take implements ForkJoinPool.ManagedBlocker {
    final BlockingQueue<int[]> queue;
    int[] got;

    Take(BlockingQueue<int[]> queue) {
      this.queue = queue;
    }

    @Override
    public boolean block() throws InterruptedException {
      if (got == null) got = queue.take();
      return true;
    }

    @Override
    public boolean isReleasable() {
      return got != null || (got = queue.poll()) != null;
    }
  }

  public static void main(String[] args) throws Exception {
    BlockingQueue<int[]> queue = new LinkedBlockingQueue<>();
    ForkJoinTask<Integer> task = ForkJoinPool.commonPool().submit(() -> {
      Take take = new Take(queue);
      ForkJoinPool.managedBlock(take);
      return take.got[0];
    });
    int[] box = new int[1];
    box[0] = 42;
    queue.put(box);
    Check.result(42, task.get());
  }
}

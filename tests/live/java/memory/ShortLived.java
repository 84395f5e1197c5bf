package memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/**
 * Locks, arrays, collections and objects with a field that two threads use, each for a moment. All are dead before a young
 * collection comes twice, whatever is known of them. Prints how often the old generation was collected, and by how many MiB
 * the process has grown since its first quarter.
 */
public final class ShortLived {
  private static final int ROUNDS = 100;
  private static final int OF_EACH = 500;

  private static final class Shared {
    final byte[] weight = new byte[1000];
    final int[] array = new int[8];
    final long[] large = new long[100];
    final List<Integer> list = new ArrayList<>();
    int field;
  }

  public static void main(String[] args) throws Exception {
    Shared[] all = new Shared[OF_EACH];
    CyclicBarrier barrier = new CyclicBarrier(2);
    Thread other = new Thread(() -> {
      for (int round = 0; round < ROUNDS; ++round) {
        await(barrier);
        for (Shared each : all) use(each);
        await(barrier);
      }
    });
    other.start();
    long before = 0;
    for (int round = 0; round < ROUNDS; ++round) {
      if (round == ROUNDS / 4) before = resident();
      for (int i = 0; i < all.length; ++i) all[i] = new Shared();
      await(barrier);
      for (Shared each : all) use(each);
      await(barrier);
    }
    other.join();
    System.out.println("full " + full());
    System.out.println("grown " + (resident() - before >> 10));
  }

  private static void use(Shared o) {
    synchronized (o) {
      ++o.field;
      o.list.add(o.field);
      for (int i = 0; i < o.array.length; ++i) o.array[i] += i;
      o.large[o.field] = o.field;
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** In KiB. */
  private static long resident() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", ""));
    }
    throw new AssertionError();
  }

  private static long full() {
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (each.getName().startsWith("MarkSweep")) return each.getCollectionCount();
    }
    throw new AssertionError();
  }
}

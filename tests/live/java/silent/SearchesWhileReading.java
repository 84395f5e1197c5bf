package silent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.StampedLock;
import support.Check;
import support.NoEdge;
import support.Threads;

/** An optimistic read goes on behind a look into a crowded bin of a ConcurrentHashMap, which reads without a lock too. */
public class SearchesWhileReading {
  static final StampedLock LOCK = new StampedLock();
  static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(256);
  static int x;

  public static void main(String[] args) throws Exception {
    x = 0;
    String[] pairs = {"Aa", "BB"}; // one hash code
    for (int i = 0; i < 16; i++) map.put(pairs[i & 1] + pairs[i >> 1 & 1] + pairs[i >> 2 & 1] + pairs[i >> 3], i);
    NoEdge begun = new NoEdge();
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          begun.await();
          long stamp = LOCK.writeLock();
          x = 1;
          LOCK.unlockWrite(stamp);
          written.raise();
        },
        () -> {
          long stamp = LOCK.tryOptimisticRead();
          Check.same(15, map.get("BBBBBBBB"));
          begun.raise();
          written.await();
          int seen = x;
          if (LOCK.validate(stamp)) throw new AssertionError(seen);
          stamp = LOCK.readLock();
          Check.same(1, x);
          LOCK.unlockRead(stamp);
        });
    Check.result(1, x);
  }
}

package check;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Fills the cache under the read lock. */
public class WriteUnderReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> map = new HashMap<>(); // expect: java.util.HashMap

    String get(String key) {
        lock.readLock().lock();
        try {
            return map.computeIfAbsent(key, String::toUpperCase);
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        WriteUnderReadLock cache = new WriteUnderReadLock();
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(() -> cache.get("a"));
    }
}

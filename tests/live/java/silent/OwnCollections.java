package silent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import support.Check;
import support.Threads;

/** Collections of the program's own that extend one of the JDK's and take a lock in each method that is used. */
public class OwnCollections {
  @SuppressWarnings("serial")
  static final class LockedList extends ArrayList<Integer> {
    @Override
    public synchronized boolean add(Integer element) {
      return super.add(element);
    }

    @Override
    public synchronized Integer get(int index) {
      return super.get(index);
    }

    @Override
    public synchronized int size() {
      return super.size();
    }

    @Override
    public synchronized Object[] toArray() {
      return super.toArray();
    }

    @Override
    public synchronized String toString() {
      return super.toString();
    }
  }

  @SuppressWarnings("serial")
  static class LockedMap extends LinkedHashMap<String, Integer> {
    private final transient ReentrantLock lock = new ReentrantLock();

    @Override
    public Integer put(String key, Integer value) {
      lock.lock();
      try {
        return super.put(key, value);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Integer get(Object key) {
      lock.lock();
      try {
        return super.get(key);
      } finally {
        lock.unlock();
      }
    }
  }

  @SuppressWarnings("serial")
  static final class BoundedMap extends LockedMap {
    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
      return size() > 10;
    }
  }

  /** addAll, which AbstractCollection has, calls add. */
  @SuppressWarnings("serial")
  static final class LockedSet extends HashSet<Integer> {
    @Override
    public synchronized boolean add(Integer element) {
      return super.add(element);
    }

    @Override
    public synchronized int size() {
      return super.size();
    }
  }

  public static void main(String[] args) throws Exception {
    List<Integer> list = new LockedList();
    List<Integer> view = Collections.unmodifiableList(list);
    Map<String, Integer> map = new BoundedMap();
    Set<Integer> set = new LockedSet();
    Threads.Body work = () -> {
      for (int i = 0; i < 100; i++) {
        list.add(i);
        set.add(i);
        set.addAll(List.of(i, i + 1));
        map.put("key " + i, i);
        int sum = view.get(0) + list.get(0) + view.size() + new ArrayList<>(list).size() + set.size();
        Check.same(true, sum > 0 && !("" + list).isEmpty() && map.get("key -1") == null);
      }
    };
    Threads.together(work, work, work);
    Check.result(300 + 101, list.size() + set.size());
  }
}

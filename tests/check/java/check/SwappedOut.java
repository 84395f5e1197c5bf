package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Who takes what was gathered puts something new in its place, and then has it for himself. */
public class SwappedOut {
  private List<String> gathered = new ArrayList<>();

  synchronized void add(String text) {
    gathered.add(text);
  }

  List<String> drain() {
    List<String> all;
    synchronized (this) {
      all = gathered;
      gathered = new ArrayList<>();
    }
    all.sort(null);
    return all;
  }

  static class Counts {
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, Integer> counts = new HashMap<>();

    void add(String text) {
      lock.lock();
      try {
        counts.put(text, 1);
      } finally {
        lock.unlock();
      }
    }

    void print() {
      Map<String, Integer> old;
      lock.lock();
      try {
        old = counts;
        counts = new HashMap<>();
      } finally {
        lock.unlock();
      }
      old.put("end", 0);
      System.out.println(old);
    }
  }

  public static void main(String[] args) {
    SwappedOut texts = new SwappedOut();
    Counts counts = new Counts();
    for (int i = 0; i < 2; i++) {
      new Thread(
              () -> {
                texts.add("text");
                counts.add("text");
              })
          .start();
      new Thread(
              () -> {
                System.out.println(texts.drain().size());
                counts.print();
              })
          .start();
    }
  }
}

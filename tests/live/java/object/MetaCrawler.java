package object;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import support.Threads;

/**
 * §5.1: queries are handed to reusable workers, which combine results. What is found is what §5.3 tells of: a format that
 * all share, and a query that is cancelled from outside while a worker has it. Factories without state, results that are
 * handed over once and the queue are silent.
 */
public class MetaCrawler {
  static final class Archive {
    final String name;

    Archive(String name) {
      this.name = name;
    }

    String search(String key) {
      return name + ": " + key;
    }
  }

  static final class Query {  // expect: predicted object.MetaCrawler$Query
    final String key;
    final List<String> results = new ArrayList<>();
    boolean cancelled;
    int steps;

    Query(String key) {
      this.key = key;
    }

    void run(Archive archive) {
      if (!cancelled) results.add(archive.search(key));
      steps++;
    }

    void cancel() {
      cancelled = true;
    }
  }

  public static void main(String[] args) throws Exception {
    SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);  // expect: predicted java.text.SimpleDateFormat
    Archive archive = new Archive("sun");
    BlockingQueue<Query> queue = new ArrayBlockingQueue<>(9);
    Query cancelled = new Query("flare");
    CyclicBarrier all = new CyclicBarrier(4);
    Threads.Body worker = () -> {
      for (int i = 0; i < 2; ++i) queue.take().run(archive);
      synchronized (archive) {
        format.format(new Date(0));
      }
      all.await();
      synchronized (queue) {
        format.format(new Date(0));
      }
      all.await();
    };
    Threads.together(worker, worker, worker, () -> {
      queue.put(cancelled);
      for (int i = 0; i < 5; ++i) queue.put(new Query("spot " + i));
      all.await();
      cancelled.cancel();
      all.await();
    });
  }
}

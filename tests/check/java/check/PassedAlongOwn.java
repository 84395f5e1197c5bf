package check;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Each thread passes its own objects through the library; a queue is drained by the one thread that empties it. */
public class PassedAlongOwn {
  static class Item {
    int n;
  }

  static class Job {
    int steps;
  }

  enum Level {
    LOW, HIGH;
    private int uses;

    synchronized void use() {
      uses++;
    }
  }

  static void own() {
    Object cast = new Item();
    Item.class.cast(cast).n++;
    List<Item> added = new ArrayList<>();
    Collections.addAll(added, new Item(), new Item());
    added.get(0).n++;
    Item[] filled = new Item[2];
    Arrays.fill(filled, new Item());
    filled[0].n++;
    Arrays.setAll(filled, i -> new Item());
    filled[1].n++;
    Stream.of(new Item()).collect(Collectors.toCollection(ArrayDeque::new)).peek().n++;
    Item[] made = (Item[]) Array.newInstance(Item.class, 1);
    made[0] = new Item();
    made[0].n++;
    Level.valueOf("LOW").use();
  }

  public static void main(String[] args) {
    new Thread(PassedAlongOwn::own).start();
    new Thread(() -> own()).start();
    LinkedBlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    new Thread(() -> {
      Job job = new Job();
      job.steps = 1;
      queue.add(job);
    }).start();
    List<Job> batch = new ArrayList<>();
    queue.drainTo(batch);
    for (Job job : batch) job.steps++;
  }
}

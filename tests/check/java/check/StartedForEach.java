package check;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a stream or list calls for each of its elements runs often: it starts many threads, and joins them all. */
public class StartedForEach {
  static class Cell {
    int joined;
  }

  private final int[] slots = new int[4];
  private int sum;
  private int mapped; // expect: check.StartedForEach.mapped
  private int started; // expect: check.StartedForEach.started

  void make() {
    List<Thread> threads = IntStream.range(0, 4).mapToObj(i -> new Thread(() -> {
      slots[i] = i;
      mapped++;
    })).collect(Collectors.toList());
    threads.forEach(Thread::start);
    threads.forEach(thread -> {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    sum = slots[2];
  }

  void start(List<String> names) {
    names.forEach(name -> new Thread(() -> started++, name).start());
  }

  static int join() {
    Cell cell = new Cell();
    List<CompletableFuture<Void>> futures = List.of(CompletableFuture.runAsync(() -> cell.joined++));
    futures.stream().map(CompletableFuture::join).collect(Collectors.toList());
    return cell.joined;
  }

  public static void main(String[] args) {
    StartedForEach all = new StartedForEach();
    all.make();
    all.start(List.of(args));
    join();
  }
}

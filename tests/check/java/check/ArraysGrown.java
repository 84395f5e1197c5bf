package check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** Snapshots in arrays: a copy is filled by whoever made it, and put in place of the old one. */
public class ArraysGrown {
  interface Listener {
    void on(String event);
  }

  private volatile int[] weights = new int[0];
  private volatile Listener[] listeners = new Listener[0];
  private final AtomicReference<String[]> names = new AtomicReference<>(new String[0]);

  synchronized void add(int weight, Listener listener) {
    int[] more = Arrays.copyOf(weights, weights.length + 1);
    more[more.length - 1] = weight;
    weights = more;
    Listener[] all = Arrays.copyOf(listeners, listeners.length + 1);
    all[all.length - 1] = listener;
    listeners = all;
  }

  void name(String name) {
    String[] old, more;
    do {
      old = names.get();
      more = old.clone();
      if (more.length > 0) more[0] = name;
    } while (!names.compareAndSet(old, more));
  }

  int total() {
    int sum = 0;
    for (int w : weights) sum += w;
    for (Listener l : listeners) l.on("total");
    for (String s : names.get()) sum += s.length();
    return sum;
  }

  public static void main(String[] args) {
    ArraysGrown grown = new ArraysGrown();
    for (int i = 0; i < 3; i++) {
      int n = i;
      new Thread(() -> {
        grown.add(n, System.out::println);
        grown.name("n" + n);
        System.out.println(grown.total());
      }).start();
    }
  }
}

package check;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listeners in a copy-on-write list, called by two threads: the list is safe, what they change is not. */
public class Callbacks {
  interface Listener {
    void changed(int value);
  }

  static class Source {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    void add(Listener listener) {
      listeners.add(listener);
    }

    void fire(int value) {
      for (Listener listener : listeners) listener.changed(value);
    }
  }

  private int last; // expect: check.Callbacks.last
  private int sum;

  public static void main(String[] args) {
    Callbacks owner = new Callbacks();
    Source source = new Source();
    source.add(
        new Listener() {
          @Override
          public void changed(int value) {
            owner.last = value;
          }
        });
    source.add(
        value -> {
          synchronized (owner) {
            owner.sum += value;
          }
        });
    new Thread(() -> source.fire(1)).start();
    source.fire(2);
  }
}

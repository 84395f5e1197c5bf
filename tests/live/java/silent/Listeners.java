package silent;

import java.beans.PropertyChangeSupport;
import support.Check;
import support.Threads;

/** A listener with a state of its own, which one thread makes and registers and another calls. */
public class Listeners {
  static final class Counter {
    int calls;
  }

  public static void main(String[] args) throws Exception {
    PropertyChangeSupport support = new PropertyChangeSupport(args);
    Threads.together(
        () -> {
          while (support.getPropertyChangeListeners().length == 0) Thread.onSpinWait();
          support.firePropertyChange("value", 0, 1);
        },
        () -> {
          Counter counter = new Counter();
          counter.calls = 1;
          support.addPropertyChangeListener(event -> counter.calls++);
        });
    Check.result(1, support.getPropertyChangeListeners().length);
  }
}

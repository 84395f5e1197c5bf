package silent;

import java.beans.PropertyChangeSupport;
import java.util.Observable;
import support.Check;
import support.Threads;

/** Listeners with a state of their own, which one thread makes and registers and another calls. */
public class Listeners {
  @SuppressWarnings("deprecation")
  static final class Subject extends Observable {
    int value;

    void change() {
      value++;
      setChanged();
    }
  }

  static final class Counter {
    int calls;
  }

  public static void main(String[] args) throws Exception {
    PropertyChangeSupport support = new PropertyChangeSupport(args);
    Threads.together(
        () -> {
          Counter counter = new Counter();
          counter.calls = 1;
          support.addPropertyChangeListener(event -> counter.calls++);
        },
        () -> {
          while (support.getPropertyChangeListeners().length == 0) Thread.onSpinWait();
          support.firePropertyChange("value", 0, 1);
        });
    Subject subject = new Subject();
    Threads.together(
        () -> {
          while (!subject.hasChanged()) Thread.onSpinWait();
          subject.value++;
        },
        subject::change);
    Check.result(2, subject.value);
  }
}

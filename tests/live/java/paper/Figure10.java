package paper;

import java.util.concurrent.atomic.AtomicReference;

/** Fig. 10: a constructor lets an implicit reference to this escape to an event-processing thread that runs already. */
public class Figure10 {
  interface EventListener {
    void onEvent();
  }

  /** Hands the listener on without ordering anything, as the figure assumes. */
  static final class EventSource extends Thread {
    private final AtomicReference<EventListener> registered = new AtomicReference<>();

    void registerListener(EventListener listener) {
      registered.setOpaque(listener);
    }

    @Override
    public void run() {
      EventListener listener;
      while ((listener = registered.getOpaque()) == null) Thread.onSpinWait();
      listener.onEvent();
    }
  }

  int i;  // finds: paper.Figure10.i

  @SuppressWarnings("this-escape")
  Figure10(EventSource source) {
    i = 42;
    source.registerListener(new EventListener() {
      @Override
      public void onEvent() {
        doSomething();
      }
    });
  }

  void doSomething() {
    System.out.println(i);
  }

  public static void main(String[] args) throws InterruptedException {
    EventSource source = new EventSource();
    source.start();
    new Figure10(source);
    source.join();
  }
}

package check;

import java.util.ArrayList;
import java.util.List;

/** Listeners called by a worker thread, on state that main changes. */
public class Listener {
  interface Handler {
    void handle(int event);
  }

  private final List<Handler> handlers = new ArrayList<>();
  private int seen; // expect: check.Listener.seen

  void fire() {
    for (Handler handler : handlers) {
      handler.handle(1);
    }
  }

  public static void main(String[] args) {
    Listener shared = new Listener();
    shared.handlers.add(event -> shared.seen += event);
    new Thread(shared::fire).start();
    shared.seen = 0;
  }
}

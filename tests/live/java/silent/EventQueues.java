package silent;

import java.awt.EventQueue;
import support.Check;

/** What is done in the thread of events, for whoever waits for it and for whoever does not. */
public class EventQueues {
  static int value;

  public static void main(String[] args) throws Exception {
    System.setProperty("java.awt.headless", "true");
    value = 1;
    EventQueue.invokeAndWait(() -> value++);
    value++;
    EventQueue.invokeLater(() -> value++);
    EventQueue.invokeAndWait(() -> value++);
    Check.result(5, value);
  }
}

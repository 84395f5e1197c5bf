package silent;

import support.Check;
import support.Threads;

/** A monitor taken again by its owner is still held after the inner exit, whether by return or by exception. */
public class MonitorReentry {
  int value;

  synchronized void outer() {
    inner();
    value++;
    try {
      failing();
    } catch (IllegalStateException expected) {
      value++;
    }
  }

  synchronized void inner() {
    value++;
  }

  synchronized void failing() {
    throw new IllegalStateException();
  }

  public static void main(String[] args) throws Exception {
    MonitorReentry it = new MonitorReentry();
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) it.outer();
    };
    Threads.together(work, work);
    Check.result(300, it.value);
  }
}

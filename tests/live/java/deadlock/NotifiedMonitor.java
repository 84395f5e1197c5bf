package deadlock;

import support.Threads;

/** The monitor that one thread notifies is in the cycle: that it did so first, in this run, excuses nothing. */
public class NotifiedMonitor {
  static final class Queue {}  // expect: predicted deadlock.NotifiedMonitor$Queue

  static final class Store {}

  static final Queue queue = new Queue();
  static final Store store = new Store();
  static final Object schedule = new Object();
  static boolean told;

  static void tells() {
    synchronized (store) {
      synchronized (queue) {
        queue.notifyAll();
      }
    }
    synchronized (schedule) {
      told = true;
    }
  }

  static void isTold() {
    for (boolean over = false; !over; ) {
      synchronized (schedule) {
        over = told;
      }
    }
    synchronized (queue) {
      synchronized (store) {
        System.out.println("queue, store");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(NotifiedMonitor::tells, NotifiedMonitor::isTold);
  }
}

package object;

import support.Check;

/** A thread that its constructor starts, at the very end: nothing of it is used by two at a time. */
public class Started extends Thread {
  private int n = 1;

  @Override
  public void run() {
    n++;
  }

  public static void main(String[] args) throws Exception {
    Started thread = new Started();
    thread.start();
    thread.join();
    Check.result(2, thread.n);
  }
}

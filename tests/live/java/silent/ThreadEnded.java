package silent;

import support.Check;
import support.Threads;

/** A thread seen dead by isAlive(), or terminated by getState(), has done all it will do. */
public class ThreadEnded {
  static int a;
  static int b;

  public static void main(String[] args) throws Exception {
    Thread one = Threads.start(() -> a = 1);
    Thread two = Threads.start(() -> b = 2);
    while (one.isAlive()) Thread.onSpinWait();
    int sum = a;
    while (two.getState() != Thread.State.TERMINATED) Thread.onSpinWait();
    Check.result(3, sum + b);
  }
}

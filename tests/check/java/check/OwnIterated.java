package check;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A thread that goes over a list of its own reads what is its own; over one that all have, it does not. */
public class OwnIterated extends Thread {
  private final List<Integer> own = new ArrayList<>();
  private final List<Integer> shared; // expect: java.util.ArrayList
  private int sum;

  OwnIterated(List<Integer> shared) {
    this.shared = shared;
  }

  @Override
  public void run() {
    for (int i = 0; i < 5; i++) {
      own.add(i);
    }
    for (int each : own) {
      sum += each;
    }
    Iterator<Integer> iterator = own.iterator();
    iterator.next();
    iterator.remove();
    shared.add(sum);
    for (int each : shared) {
      sum += each;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    List<Integer> shared = new ArrayList<>();
    OwnIterated[] threads = new OwnIterated[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new OwnIterated(shared);
      threads[i].start();
    }
    int sum = 0;
    for (OwnIterated thread : threads) {
      thread.join();
      sum += thread.sum + thread.own.size();
    }
    System.out.println(sum);
  }
}

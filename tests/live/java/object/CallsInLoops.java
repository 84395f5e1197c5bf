package object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** A call in a loop is told once for each object, and again where other locks are held or another method is called. */
public class CallsInLoops {
  static final int ROUNDS = 3;

  /** The first round of each thread has the lock, the others of one have not. */
  static void addAll(List<Integer> list, boolean first, CyclicBarrier all) throws Exception {
    for (int i = 0; i < ROUNDS; ++i) {
      if (i == 0) {
        synchronized (list) {
          list.add(i);
        }
        all.await();
      } else if (first) {
        list.add(i);
      }
    }
  }

  /** A call of get does not stand for one of put. */
  static int getThenPut(Map<Integer, Integer> map, boolean last) {
    int sum = 0;
    for (int i = 0; i < ROUNDS; ++i) {
      if (map.get(i) != null) sum += i;
      if (last && i == ROUNDS - 1) map.put(i, i);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    List<Integer> list = new ArrayList<>();  // expect: predicted java.util.ArrayList
    Map<Integer, Integer> map = new HashMap<>();  // expect: predicted java.util.HashMap
    CyclicBarrier all = new CyclicBarrier(3);
    int[] turn = new int[1];
    Threads.Body body = () -> {
      int number;
      synchronized (turn) {
        number = turn[0]++;
        getThenPut(map, false);
      }
      addAll(list, number == 0, all);
      if (number == 1) getThenPut(map, true);
      all.await();
    };
    Threads.together(body, body, body);
  }
}

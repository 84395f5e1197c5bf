// A reference to a collection's method is a call of it, by whichever thread runs it: as the body of a thread, in a
// loop of the library's, in a parallel stream. What a function has captured from another thread is not its maker's own.
package check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;

class MethodReferences {
  public static void main(String[] args) throws InterruptedException {
    List<Integer> body = new ArrayList<>();
    List<Integer> looped = new LinkedList<>();
    Set<Integer> captured = new HashSet<>();
    ArrayDeque<Integer> parallel = new ArrayDeque<>();
    Map<Integer, Integer> locked = new HashMap<>();
    TreeSet<Integer> joined = new TreeSet<>();
    Thread first = new Thread(body::clear);
    Thread second = new Thread(() -> fill(looped, captured, locked));
    Thread third = new Thread(joined::clear);
    first.start();
    second.start();
    third.start();
    body.add(1); // expect: java.util.ArrayList
    looped.add(1); // expect: java.util.LinkedList
    captured.add(1); // expect: java.util.HashSet
    synchronized (locked) {
      locked.put(1, 1);
    }
    first.join();
    second.join();
    third.join();
    joined.add(1);
    StringBuilder taken = new ConcurrentLinkedQueue<>(List.of(new StringBuilder())).poll();
    taken.append(1);
    List.of(1, 2).parallelStream().forEach(parallel::add); // expect: java.util.ArrayDeque
  }

  static void fill(List<Integer> looped, Set<Integer> captured, Map<Integer, Integer> locked) {
    List.of(1, 2).forEach(looped::add);
    List.of(1, 2).forEach(each -> captured.add(each));
    synchronized (locked) {
      Map.of(1, 2).forEach(locked::put);
    }
    List<Integer> own = new ArrayList<>();
    List.of(1, 2).forEach(own::add);
  }
}

package racing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import support.Threads;

/** A collection that one thread changes is given to the JDK by another: to be copied, joined, sorted, printed. */
public class GivenCollections {
  static final List<Integer> copied = new ArrayList<>(); // expect: observed java.util.ArrayList
  static final LinkedList<String> joined = new LinkedList<>(); // expect: observed java.util.LinkedList
  static final List<Integer> sorted = new ArrayList<>(List.of(2, 1));
  static final TreeSet<Integer> printed = new TreeSet<>(); // expect: observed java.util.TreeSet
  static final HashSet<Integer> added = new HashSet<>(); // expect: observed java.util.HashSet
  static final ArrayDeque<Integer> appended = new ArrayDeque<>(); // expect: observed java.util.ArrayDeque
  static final PriorityQueue<Integer> queue = new PriorityQueue<>(); // expect: observed java.util.PriorityQueue

  public static void main(String[] args) throws Exception {
    Threads.race(() -> copied.add(1), () -> System.out.println(new ArrayList<>(copied).size()));
    Threads.race(() -> joined.add("joined"), () -> System.out.println(String.join(",", joined)));
    Threads.race(() -> Collections.sort(sorted), () -> System.out.println(sorted.get(0)));
    Threads.race(() -> printed.add(1), () -> System.out.println("printed " + printed));
    Threads.race(() -> added.add(1), () -> System.out.println(new ArrayList<Integer>().addAll(added)));
    Threads.race(() -> Collections.addAll(queue, 1, 2), () -> System.out.println(queue.peek()));
    Threads.race(() -> appended.add(1), () -> System.out.println(new StringBuilder().append(appended).length()));
  }
}

package check;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A ConcurrentHashMap that is told a threshold, and a collector of a parallel stream, call from several threads. */
public class ParallelMaps {
  private static int each; // expect: check.ParallelMaps.each
  private static int reduced; // expect: check.ParallelMaps.reduced
  private static int collected; // expect: check.ParallelMaps.collected
  private static int inTurn;
  private static int gathered;
  private static final AtomicInteger ATOMIC = new AtomicInteger();

  public static void main(String[] args) {
    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    map.put("a", 1);
    map.forEach(1, (key, value) -> {
      each++;
      ATOMIC.incrementAndGet();
    });
    map.reduceValues(1, value -> {
      reduced++;
      return value;
    }, Integer::sum);
    map.forEach((key, value) -> inTurn++);

    List<String> names = List.of("a", "b");
    ConcurrentMap<String, Integer> lengths = names.parallelStream().collect(Collectors.toConcurrentMap(name -> {
      collected++;
      return name;
    }, String::length));
    names.stream().collect(Collectors.toMap(name -> {
      gathered++;
      return name;
    }, lengths::get));
  }
}

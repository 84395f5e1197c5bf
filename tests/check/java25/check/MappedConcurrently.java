package check;

import java.util.List;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** Several threads at once call what mapConcurrent is handed, and are done when the stream is. */
public class MappedConcurrently {
  static class Step {
    int tries;
  }

  private int sum; // expect: check.MappedConcurrently.sum
  private int size;

  int map(int number) {
    Step step = new Step();
    step.tries++;
    sum += number;
    return step.tries;
  }

  public static void main(String[] args) {
    MappedConcurrently shared = new MappedConcurrently();
    List<Integer> all = Stream.of(1, 2, 3).gather(Gatherers.mapConcurrent(4, shared::map)).toList();
    shared.size = all.size();
  }
}

package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import support.Check;

/** Reductions of parallel streams, with mutable containers that the framework combines. */
public class ParallelStreams {
  static final class Cell {
    int value;
  }

  public static void main(String[] args) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Cell cell = new Cell();
      cell.value = i;
      cells.add(cell);
    }
    int sum = cells.parallelStream().mapToInt(cell -> cell.value).sum();
    int max = cells.parallelStream().map(cell -> cell.value).reduce(0, Math::max);
    List<Cell> copies = cells.parallelStream()
        .filter(cell -> cell.value % 2 == 0)
        .map(cell -> {
          Cell copy = new Cell();
          copy.value = cell.value + 1;
          return copy;
        })
        .collect(Collectors.toList());
    for (Cell copy : copies) sum += copy.value;
    int[] totals = cells.parallelStream()
        .collect(() -> new int[1], (box, cell) -> box[0] += cell.value, (box, other) -> box[0] += other[0]);
    Check.result("187250 499 124750", sum + " " + max + " " + totals[0]);
  }
}

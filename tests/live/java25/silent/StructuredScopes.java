package silent;

import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import support.Check;

/** What subtasks did comes before the join, and what the forking thread did comes before them. */
public class StructuredScopes {
  static final class Cell {
    int value;

    Cell(int value) {
      this.value = value;
    }
  }

  public static void main(String[] args) throws Exception {
    Cell shared = new Cell(1);
    int[] seen = new int[2];
    try (var scope = StructuredTaskScope.open()) {
      Subtask<Cell> made = scope.fork(() -> new Cell(shared.value + 1));
      scope.fork(() -> seen[0] = shared.value);
      scope.join();
      shared.value += ++made.get().value + seen[0];
    }
    try (var scope = StructuredTaskScope.open(Joiner.<Cell>anySuccessfulResultOrThrow())) {
      scope.fork(() -> new Cell(10));
      shared.value += ++scope.join().value;
    }
    try (var scope = StructuredTaskScope.open(Joiner.<Cell>allSuccessfulOrThrow())) {
      for (int i = 0; i < 3; i++) scope.fork(() -> new Cell(100));
      shared.value += scope.join().mapToInt(each -> ++each.get().value).sum();
    }
    Check.result(1 + 3 + 1 + 11 + 303, shared.value);
  }
}

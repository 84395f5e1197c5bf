package check;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A thread for each element of an array or list has that one to itself, if the loop runs once and there are several. */
public class DealtOut {
  static class Cell {
    int filled;
    int joined;
  }

  static class Again {
    int filled; // expect: check.DealtOut$Again.filled
  }

  static class Single {
    int filled; // expect: check.DealtOut$Single.filled
  }

  static class Neighbour {
    int filled; // expect: check.DealtOut$Neighbour.filled
  }

  public static void main(String[] args) {
    Cell[] cells = {new Cell(), new Cell()};
    for (Cell cell : cells) {
      new Thread(() -> cell.filled++).start();
    }
    List<Cell> list = List.of(new Cell(), new Cell());
    list.forEach(cell -> CompletableFuture.runAsync(() -> cell.joined++));

    List<Again> again = List.of(new Again(), new Again());
    for (int round = 0; round < 2; round++) {
      for (Again one : again) {
        new Thread(() -> one.filled++).start();
      }
    }
    Single single = new Single();
    for (Single one : List.of(single, single)) {
      new Thread(() -> one.filled++).start();
    }
    Neighbour[] neighbours = {new Neighbour(), new Neighbour()};
    for (Neighbour one : neighbours) {
      new Thread(() -> {
        one.filled++;
        neighbours[0].filled++;
      }).start();
    }
  }
}

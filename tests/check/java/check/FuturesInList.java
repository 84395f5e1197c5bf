package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Futures kept in a list and waited for in a loop: nothing. */
public class FuturesInList {
  static class Cell {
    int value;
  }

  public static void main(String[] args) throws ExecutionException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Cell> cells = new ArrayList<>();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Cell cell = new Cell();
      cells.add(cell);
      futures.add(pool.submit(() -> {
        cell.value++;
      }));
    }
    for (Future<?> future : futures) {
      future.get();
    }
    for (Cell cell : cells) {
      System.out.println(cell.value);
    }
    pool.shutdown();
  }
}

package evidence;

import java.util.ArrayList;
import java.util.List;
import support.NoEdge;

/** A thread uses what it shares, and right after that things of the same kind that are its own, with no lock between. */
final class OfTheRightObject {
  private static final class Cell {
    int value;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Cell cell = new Cell();
    List<Integer> list = new ArrayList<>();
    int[] array = new int[3];
    NoEdge written = new NoEdge();
    Thread writer =
        new Thread(
            () -> {
              Cell own = new Cell();
              List<Integer> ownList = new ArrayList<>();
              int[] ownArray = new int[3];
              cell.value = 1;
              own.value = 2;
              list.add(1);
              ownList.add(2);
              array[1] = 1;
              ownArray[1] = 2;
              written.raise();
            });
    List<Thread> readers =
        List.of(
            new Thread(() -> after(written, () -> cell.value = 3)),
            new Thread(() -> after(written, () -> list.add(3))),
            new Thread(() -> after(written, () -> array[1] = 3)));
    for (Thread each : readers) each.start();
    writer.start();
    writer.join();
    for (Thread each : readers) each.join();
  }

  private static void after(NoEdge written, Runnable action) {
    written.await();
    action.run();
  }
}

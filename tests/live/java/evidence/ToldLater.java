package evidence;

import support.Threads;

/** Accesses that are told of when others have followed, at a line of their own each; by a thread without a name. */
public class ToldLater {
  int first;
  int second;
  final int[] cells = new int[40];

  void write() {
    first = 1;
    second = 2;
    for (int i = 0; i < cells.length; i++) {
      cells[i] = i;
    }
    Thread.yield();
  }

  int read() {
    int sum = first;
    sum += second;
    for (int i = 0; i < cells.length; i++) {
      sum += cells[i];
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    ToldLater it = new ToldLater();
    Threads.race(
        () -> {
          Thread unnamed = new Thread(it::write, "");
          unnamed.start();
          while (unnamed.getStackTrace().length > 0) Thread.onSpinWait();
        },
        it::read);
  }
}

package racing;

import support.NoEdge;
import support.Threads;

/** Writes are guarded, reads are not: "it is only a read". */
public class ReadWithoutLock {
  private int size;  // expect: observed racing.ReadWithoutLock.size

  synchronized void grow() {
    size++;
  }

  int size() {
    return size;
  }

  public static void main(String[] args) throws Exception {
    ReadWithoutLock it = new ReadWithoutLock();
    NoEdge read = new NoEdge();
    Threads.together(
        () -> {
          it.size();
          read.raise();
        },
        () -> {
          read.await();
          it.grow();
        });
  }
}

package evidence;

import support.NoEdge;
import support.Threads;

/** Threads that change their names while they run: findings have the last ones. */
public class Renamed {
  static int ofLiving;
  static int ofDead;

  public static void main(String[] args) throws Exception {
    NoEdge written = new NoEdge();
    NoEdge read = new NoEdge();
    NoEdge renamed = new NoEdge();
    Threads.together(
        () -> {
          ofLiving = 1;
          Thread.currentThread().setName("living writer");
          written.raise();
          read.await();
        },
        () -> {
          Thread.currentThread().setName("reader");
          written.await();
          if (ofLiving == 1) read.raise();
        });
    Threads.race(
        () -> {
          Thread brief = new Thread(() -> {
            ofDead = 1;
            Thread.currentThread().setName("dead writer");
            renamed.raise();
          }, "not yet");
          brief.start();
          renamed.await();  // a thread that has not begun has no stack either
          while (brief.getStackTrace().length > 0) Thread.onSpinWait();
        },
        () -> {
          Thread.currentThread().setName("late reader");
          if (ofDead != 1) throw new AssertionError();
        });
  }
}

package racing;

import java.util.Arrays;
import support.NoEdge;
import support.Threads;

/**
 * Joins that do not come before what they seem to come before. Whoever works out from the code what starts and joins keep
 * apart (--facts=closed) must not be taken in.
 */
public class JoinsTooLate {
  static int beforeItJoins;  // expect: observed racing.JoinsTooLate.beforeItJoins
  static int ofTheOther;  // expect: observed racing.JoinsTooLate.ofTheOther
  static int whenItThrew;  // expect: observed racing.JoinsTooLate.whenItThrew
  static final long[] copied = new long[3];  // expect: observed long[]

  static Thread writer(NoEdge done, Threads.Body body) {
    Thread thread =
        new Thread(
            Threads.guarded(
                () -> {
                  body.run();
                  done.raise();
                }));
    thread.start();
    return thread;
  }

  /** The method joins, but not first. */
  static void finish(Thread thread) throws InterruptedException {
    beforeItJoins++;
    thread.join();
  }

  static void failOrJoin(Thread thread, boolean fails) throws InterruptedException {
    if (fails) throw new IllegalStateException();
    thread.join();
  }

  public static void main(String[] args) throws Exception {
    NoEdge first = new NoEdge();
    Thread thread = writer(first, () -> beforeItJoins = 1);
    first.await();
    finish(thread);

    // Two threads that are made alike: one is joined.
    NoEdge one = new NoEdge();
    NoEdge two = new NoEdge();
    Thread joined = writer(one, () -> beforeItJoins = 2);
    Thread other = writer(two, () -> ofTheOther = 1);
    one.await();
    two.await();
    joined.join();
    ofTheOther++;
    other.join();

    NoEdge third = new NoEdge();
    thread = writer(third, () -> whenItThrew = 1);
    third.await();
    try {
      failOrJoin(thread, true);
    } catch (IllegalStateException expected) {
      whenItThrew++;
    }
    thread.join();

    // The library reads.
    NoEdge fourth = new NoEdge();
    thread = writer(fourth, () -> copied[1] = 1);
    fourth.await();
    if (Arrays.copyOf(copied, 2)[0] != 0) throw new AssertionError();
    thread.join();
  }
}

package racing;

import support.NoEdge;
import support.Threads;

/** A StringBuilder that two threads append to. */
public class SharedBuilder {
  static final StringBuilder text = new StringBuilder();  // expect: observed java.lang.StringBuilder

  public static void main(String[] args) throws Exception {
    NoEdge appended = new NoEdge();
    Threads.together(
        () -> {
          text.append("one");
          appended.raise();
        },
        () -> {
          appended.await();
          text.append("two");
        });
  }
}

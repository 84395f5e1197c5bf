package racing;

import support.Check;
import support.NoEdge;
import support.Threads;

/** An object with ordinary fields, published by an ordinary field. */
public class UnsafePublication {
  static final class Holder {
    int value;  // may: racing.UnsafePublication$Holder.value
  }

  static Holder published;  // expect: observed racing.UnsafePublication.published

  public static void main(String[] args) throws Exception {
    NoEdge done = new NoEdge();
    Threads.together(
        () -> {
          Holder holder = new Holder();
          holder.value = 42;
          published = holder;
          done.raise();
        },
        () -> {
          done.await();
          Check.same(42, published.value);
        });
  }
}

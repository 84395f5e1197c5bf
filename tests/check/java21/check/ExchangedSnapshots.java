package check;

import java.util.concurrent.atomic.AtomicReference;

/** A snapshot is swapped in by getAndSet and belongs to who got it out. */
public class ExchangedSnapshots {
  static class Batch {
    int size;
  }

  private final AtomicReference<Batch> pending = new AtomicReference<>(new Batch());
  private int flushed; // expect: check.ExchangedSnapshots.flushed

  void flush() {
    Batch taken = pending.getAndSet(new Batch());
    taken.size++;
    flushed += taken.size;
  }

  public static void main(String[] args) {
    ExchangedSnapshots shared = new ExchangedSnapshots();
    for (int i = 0; i < 2; i++) new Thread(shared::flush).start();
  }
}

package check;

/** Events of a sealed type, told apart by a switch: what one kind changes has a lock, what the other changes has none. */
public class SealedEvents {
  sealed interface Event permits Added, Removed {}

  record Added(int amount) implements Event {}

  record Removed(int amount) implements Event {}

  static class Ledger {
    private int added;
    private int removed; // expect: check.SealedEvents$Ledger.removed

    void handle(Event event) {
      switch (event) {
        case Added(int amount) -> {
          synchronized (this) {
            added += amount;
          }
        }
        case Removed(int amount) -> removed += amount;
      }
    }

    synchronized int total() {
      return added;
    }
  }

  public static void main(String[] args) {
    Ledger ledger = new Ledger();
    for (int i = 0; i < 4; i++) {
      int n = i;
      Thread.startVirtualThread(() -> ledger.handle(n % 2 == 0 ? new Added(n) : new Removed(n)));
    }
    System.out.println(ledger.total());
  }
}

package check;

/** A scoped value is what was bound last: an object that two threads bind is shared, one that each makes is not. */
public class ScopedState {
  static class Shared {
    int count; // expect: check.ScopedState$Shared.count
  }

  static class Own {
    int count;
  }

  private static final ScopedValue<Shared> SHARED = ScopedValue.newInstance();
  private static final ScopedValue<Own> OWN = ScopedValue.newInstance();

  private static void work() {
    SHARED.get().count++;
    OWN.get().count++;
  }

  public static void main(String[] args) {
    Shared shared = new Shared();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> ScopedValue.where(SHARED, shared).where(OWN, new Own()).run(ScopedState::work)).start();
    }
  }
}

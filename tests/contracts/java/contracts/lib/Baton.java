package contracts.lib;

/** A library's way to hand things over: who has awaited sees what was done before it was passed. */
public final class Baton {
  private final Unseen passed = new Unseen();

  public void pass() {
    passed.set(1);
  }

  public void await() {
    while (passed.get() == 0) Thread.onSpinWait();
  }
}

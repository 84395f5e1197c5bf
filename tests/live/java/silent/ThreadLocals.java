package silent;

import support.Check;
import support.Threads;

/** One value a thread, initial and inherited ones; only its own thread touches it. */
public class ThreadLocals {
  static final class Scratch {
    int uses;
  }

  static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);
  static final InheritableThreadLocal<Scratch> INHERITED = new InheritableThreadLocal<>();

  public static void main(String[] args) throws Exception {
    Scratch mine = new Scratch();
    mine.uses = 5;
    INHERITED.set(mine);
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) OWN.get().uses++;
      Check.same(50, OWN.get().uses);
      Check.same(5, INHERITED.get().uses);
      OWN.remove();
    };
    Threads.together(work, work);
    OWN.get().uses++;
    Check.result(1, OWN.get().uses);
  }
}

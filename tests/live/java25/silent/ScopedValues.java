package silent;

import support.Check;
import support.Threads;

/** A scoped value's binding is read by the thread that made it; each thread has its own. */
public class ScopedValues {
  static final ScopedValue<int[]> CONTEXT = ScopedValue.newInstance();

  static void bump() {
    CONTEXT.get()[0]++;
  }

  public static void main(String[] args) throws Exception {
    Threads.Body work = () -> {
      int[] mine = new int[1];
      ScopedValue.where(CONTEXT, mine).run(() -> {
        bump();
        ScopedValue.where(CONTEXT, new int[1]).run(ScopedValues::bump);
        bump();
      });
      Check.same(2, mine[0]);
    };
    Threads.together(work, work);
    Check.result(false, CONTEXT.isBound());
  }
}

package silent;

import java.util.function.Supplier;
import support.Check;
import support.Threads;

/** What a lambda, an inner and a local class capture was written before the thread that runs it started. */
public class LambdaCaptures {
  int outer = 1;

  class Inner {
    int own = outer + 1;

    int sum() {
      return own + outer;
    }
  }

  public static void main(String[] args) throws Exception {
    LambdaCaptures it = new LambdaCaptures();
    Inner inner = it.new Inner();
    int[] captured = {3};
    class Local {
      int value = captured[0];
    }
    Local local = new Local();
    Supplier<Integer> total = () -> captured[0] + inner.sum() + local.value;
    int[] results = new int[2];
    Threads.together(() -> results[0] = total.get(), () -> results[1] = total.get());
    Check.result("9 9", results[0] + " " + results[1]);
  }
}

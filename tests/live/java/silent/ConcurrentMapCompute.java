package silent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import support.Check;
import support.Threads;

/** Whoever is first computes the value, all use it; and a value changed only inside compute(). */
public class ConcurrentMapCompute {
  static final class Total {
    int value;
  }

  static Total withOwnConstant() {
    Total made = new Total();
    made.value = 5;
    return made;
  }

  public static void main(String[] args) throws Exception {
    ConcurrentMap<String, Total> map = new ConcurrentHashMap<>();
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        Check.same(5, map.computeIfAbsent("constant", key -> withOwnConstant()).value);
        map.compute("total", (key, total) -> {
          Total now = total == null ? new Total() : total;
          now.value++;
          return now;
        });
      }
    };
    Threads.together(work, work);
    Check.result(100, map.get("total").value);
  }
}

package silent;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import support.Check;
import support.Threads;

/** Values met while iterating, streaming or with forEach were handed over by put. */
public class ConcurrentMapIteration {
  static final class Value {
    int number;
  }

  public static void main(String[] args) throws Exception {
    ConcurrentHashMap<Integer, Value> map = new ConcurrentHashMap<>();
    Threads.together(
        () -> {
          for (int i = 0; i < 20; i++) {
            Value value = new Value();
            value.number = i;
            map.put(i, value);
          }
        },
        () -> {
          int sum = 0;
          while (sum != 190) {
            sum = 0;
            for (Value value : map.values()) sum += value.number;
          }
          int again = 0;
          for (Map.Entry<Integer, Value> entry : map.entrySet()) again += entry.getValue().number;
          int[] third = new int[1];
          map.forEach((key, value) -> third[0] += value.number);
          Check.result("190 190 190", sum + " " + again + " " + third[0]);
        });
  }
}

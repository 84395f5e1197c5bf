package silent;

import java.util.HashMap;
import java.util.Map;
import support.Check;
import support.Threads;

/** Everything written before the threads start is read by all of them, and by nobody written again. */
public class WrittenBeforeStart {
  static int number;
  static final Map<String, int[]> table = new HashMap<>();
  String text;

  public static void main(String[] args) throws Exception {
    WrittenBeforeStart it = new WrittenBeforeStart();
    number = 1;
    table.put("a", new int[] {2});
    it.text = "three";
    Threads.Body reader = () -> {
      for (int i = 0; i < 50; i++) Check.same("12three", "" + number + table.get("a")[0] + it.text);
    };
    Threads.together(reader, reader, reader);
    Check.result(1, table.size());
  }
}

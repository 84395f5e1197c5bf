package racing;

import java.util.ArrayList;
import java.util.List;
import support.Threads;

/** An ArrayList that one thread adds to and another measures. */
public class SharedArrayList {
  static final List<String> list = new ArrayList<>();  // expect: observed java.util.ArrayList

  public static void main(String[] args) throws Exception {
    Threads.together(() -> list.add("x"), () -> list.size());
  }
}

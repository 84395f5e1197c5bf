package racing;

import java.util.HashMap;
import java.util.Map;
import support.Check;
import support.NoEdge;
import support.Threads;

/** A HashMap filled by one thread and looked into by another. */
public class UnsafeMapPublication {
  static Map<String, String> settings;  // expect: observed racing.UnsafeMapPublication.settings

  public static void main(String[] args) throws Exception {
    NoEdge done = new NoEdge();
    Threads.together(
        () -> {
          Map<String, String> made = new HashMap<>();
          made.put("colour", "blue");  // may: java.util.HashMap
          settings = made;
          done.raise();
        },
        () -> {
          done.await();
          Check.same("blue", settings.get("colour"));
        });
  }
}

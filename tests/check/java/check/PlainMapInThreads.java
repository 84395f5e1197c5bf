package check;

import java.util.HashMap;
import java.util.Map;

/** A HashMap that two threads fill. */
public class PlainMapInThreads {
  private final Map<String, Integer> hits = new HashMap<>(); // expect: java.util.HashMap

  void hit(String name) {
    hits.merge(name, 1, Integer::sum);
  }

  public static void main(String[] args) {
    PlainMapInThreads shared = new PlainMapInThreads();
    new Thread(() -> shared.hit("a")).start();
    new Thread(() -> shared.hit("b")).start();
  }
}

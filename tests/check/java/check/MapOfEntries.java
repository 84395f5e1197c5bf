package check;

import java.util.Map;

/** What is in the entries that a map is made of is in the map. */
public class MapOfEntries {
  static class Shared {
    int count; // expect: check.MapOfEntries$Shared.count
  }

  static class Guarded {
    private int count;

    synchronized void add() {
      count++;
    }
  }

  static class Own {
    int count;
  }

  private static final Map<String, Shared> SHARED =
      Map.ofEntries(Map.entry("a", new Shared()), Map.entry("b", new Shared()));
  private static final Map<String, Guarded> GUARDED = Map.ofEntries(Map.entry("a", new Guarded()));

  private static void work() {
    SHARED.get("a").count++;
    GUARDED.get("a").add();
    Map<String, Own> own = Map.ofEntries(Map.entry("a", new Own()));
    own.get("a").count++;
  }

  public static void main(String[] args) {
    new Thread(MapOfEntries::work).start();
    new Thread(MapOfEntries::work).start();
  }
}

package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is in a view of a map is in the map, and so in a copy of the view. */
public class ViewsCopied {
  static class Listed {
    int count; // expect: check.ViewsCopied$Listed.count
  }

  static class Added {
    int count; // expect: check.ViewsCopied$Added.count
  }

  static class Own {
    int count;
  }

  private static final Map<String, Listed> LISTED = new ConcurrentHashMap<>();
  private static final Map<String, Added> ADDED = new ConcurrentHashMap<>();

  private static void work() {
    List<Listed> listed = new ArrayList<>(LISTED.values());
    listed.get(0).count++;
    Set<Added> added = new HashSet<>();
    added.addAll(ADDED.values());
    added.iterator().next().count++;
    Map<String, Own> own = new HashMap<>();
    own.put("a", new Own());
    new ArrayList<>(own.values()).get(0).count++;
  }

  public static void main(String[] args) {
    LISTED.put("a", new Listed());
    ADDED.put("a", new Added());
    new Thread(ViewsCopied::work).start();
    new Thread(ViewsCopied::work).start();
  }
}

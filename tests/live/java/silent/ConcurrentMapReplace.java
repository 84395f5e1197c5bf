package silent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import support.Check;
import support.Threads;

/** Values exchanged by replace with the old one at hand: the new one is handed to whoever replaces it next. */
public class ConcurrentMapReplace {
  static final class Version {
    int number;
  }

  public static void main(String[] args) throws Exception {
    ConcurrentMap<String, Version> map = new ConcurrentHashMap<>();
    map.put("it", new Version());
    Threads.Body work = () -> {
      for (int i = 0; i < 50; ) {
        Version seen = map.get("it");
        Version next = new Version();
        next.number = seen.number + 1;
        if (map.replace("it", seen, next)) i++;
      }
    };
    Threads.together(work, work);
    Check.result(100, map.get("it").number);
  }
}

package check;

import java.util.HashMap;
import java.util.Map;

/** A snapshot that is rebuilt and published through a volatile field: nothing. */
public class ImmutableConfig {
  static class Config {
    private final Map<String, String> values;
    private final int version;

    Config(Map<String, String> values, int version) {
      this.values = new HashMap<>(values);
      this.version = version;
    }

    String get(String key) {
      return values.get(key) + version;
    }
  }

  private volatile Config config = new Config(new HashMap<>(), 0);

  void reload(int version) {
    Map<String, String> fresh = new HashMap<>();
    fresh.put("v", "" + version);
    config = new Config(fresh, version);
  }

  public static void main(String[] args) {
    ImmutableConfig shared = new ImmutableConfig();
    new Thread(() -> shared.reload(1)).start();
    new Thread(() -> System.out.println(shared.config.get("v"))).start();
  }
}

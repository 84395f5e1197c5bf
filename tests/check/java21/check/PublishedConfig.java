package check;

import java.util.concurrent.atomic.AtomicReference;

/** An object that is filled, then published through an atomic reference; and one that is changed after that. */
public class PublishedConfig {
  static class Config {
    int timeout;
    int retries; // expect: check.PublishedConfig$Config.retries
  }

  private final AtomicReference<Config> current = new AtomicReference<>();

  void reload() {
    Config config = new Config();
    config.timeout = 10;
    current.set(config);
    config.retries = 3;
  }

  public static void main(String[] args) {
    PublishedConfig shared = new PublishedConfig();
    new Thread(shared::reload).start();
    Config seen = shared.current.get();
    if (seen != null) System.out.println(seen.timeout + seen.retries);
  }
}

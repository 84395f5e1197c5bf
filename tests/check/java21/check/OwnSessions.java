package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Each thread opens a session by an interface of the JDK; a reaper knows all sessions, and looks at one flag of theirs. */
public class OwnSessions {
  static class Item {
    int count;
  }

  static class Session {
    private final List<Item> items = new ArrayList<>();
    private Item[] last = new Item[2];
    private final StringBuilder log = new StringBuilder();
    volatile boolean closed;

    void work() {
      items.add(new Item());
      for (Item item : items) item.count++;
      Item[] copy = new Item[2];
      last[0] = items.get(0);
      System.arraycopy(last, 0, copy, 0, 2);
      copy[0].count++;
      last = copy;
      log.append(items.size());
    }
  }

  static class Opener implements Callable<Session> {
    @Override
    public Session call() {
      Session session = new Session();
      synchronized (OPEN) {
        OPEN.add(session);
      }
      return session;
    }
  }

  static final List<Session> OPEN = new ArrayList<>();

  static void use(Callable<Session> opener) {
    try {
      opener.call().work();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) {
    Callable<Session> opener = new Opener();
    for (int i = 0; i < 4; i++) new Thread(() -> use(opener)).start();
    new Thread(
            () -> {
              synchronized (OPEN) {
                OPEN.removeIf(session -> session.closed);
              }
            })
        .start();
  }
}

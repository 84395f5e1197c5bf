package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/** As OwnSessions, but the other thread puts something into the sessions that it knows, by a call or by a copy. */
public class FedSessions {
  static class Item {
    int count; // expect: check.FedSessions$Item.count
  }

  static class Part {
    int size; // expect: check.FedSessions$Part.size
  }

  static class Own {
    int size;
  }

  static class Session {
    final List<Item> items = Collections.synchronizedList(new ArrayList<>());
    final Part[] parts = new Part[1];
    final List<Own> own = new ArrayList<>();

    void work() {
      for (Item item : items.toArray(new Item[0])) item.count++;
      Part part = parts[0]; // expect: check.FedSessions$Part[]
      if (part != null) part.size++;
      own.add(new Own());
      own.get(0).size++;
    }
  }

  static class Opener implements Callable<Session> {
    @Override
    public Session call() {
      Session session = new Session();
      OPEN.add(session);
      return session;
    }
  }

  static final List<Session> OPEN = new CopyOnWriteArrayList<>();

  static void use(Callable<Session> opener) {
    try {
      opener.call().work();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void feed() {
    for (Session session : OPEN) {
      Item item = new Item();
      session.items.add(item);
      item.count++;
      Part[] parts = {new Part()};
      System.arraycopy(parts, 0, session.parts, 0, 1);
      parts[0].size++;
    }
  }

  public static void main(String[] args) {
    Callable<Session> opener = new Opener();
    for (int i = 0; i < 4; i++) new Thread(() -> use(opener)).start();
    new Thread(FedSessions::feed).start();
  }
}

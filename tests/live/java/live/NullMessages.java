package live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import support.Threads;

/** What the JVM says of a null, which depends on where the code got it from. */
public class NullMessages {
  int number;
  long wide;
  NullMessages next;
  int[] elements;
  List<String> list;
  Map<String, Long> map = new HashMap<>();
  static NullMessages nobody;

  static void say(Threads.Body body) throws Exception {
    try {
      body.run();
    } catch (NullPointerException expected) {
      System.out.println(expected.getMessage());
    }
  }

  NullMessages none() {
    return null;
  }

  public static void main(String[] args) throws Exception {
    NullMessages it = new NullMessages();
    NullMessages local = nobody;
    List<String> names = it.list;
    Map<String, Long> map = it.next == null ? null : it.map;
    Thread thread = null;
    int[] none = it.elements;
    say(() -> System.out.println(it.next.number));
    say(() -> it.next.wide = 1);
    say(() -> it.none().number++);
    say(() -> nobody.next = it);
    say(() -> it.elements[3]++);
    say(() -> System.out.println(it.list.size()));
    say(() -> it.list.get(1));
    say(() -> it.list.add(1, "x"));
    say(() -> it.next.map.put("x", 1L));
    say(() -> System.out.println(names.isEmpty()));
    say(() -> map.put("x", 2L));
    say(() -> System.out.println(thread.isAlive()));
    say(() -> System.out.println(none.clone().length));
    say(() -> System.out.println(none[1]));
    say(() -> local.notify());
    say(
        () -> {
          synchronized (local) {
            System.out.println(local);
          }
        });
    try {
      System.out.println(names.contains("x") ? local.number : none[0]);
    } catch (NullPointerException expected) {
      System.out.println(expected.getMessage());
    }
    try {
      map.merge("x", 1L, Long::sum);
    } catch (NullPointerException expected) {
      System.out.println(expected.getMessage());
    }
  }
}

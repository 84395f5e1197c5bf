package object;

import java.util.ArrayDeque;
import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** §5.1: workers take routes from a queue that is locked, and all look at the best one, which is not. */
public class Tsp {
  static final class Route {
    final int[] cities = new int[8];
    int length;

    void add(int city, int at) {
      cities[at] = city;
      length += city;
    }
  }

  static final class Best {  // expect: predicted object.Tsp$Best
    int length = Integer.MAX_VALUE;
    Route route;

    boolean offer(Route found) {
      if (found.length >= length) return false;
      length = found.length;
      route = found;
      return true;
    }
  }

  static final class Routes {
    private final ArrayDeque<Route> open = new ArrayDeque<>();

    synchronized void put(Route route) {
      open.add(route);
    }

    synchronized Route take() {
      return open.poll();
    }
  }

  public static void main(String[] args) throws Exception {
    Routes routes = new Routes();
    for (int i = 0; i < 30; ++i) routes.put(new Route());
    Best best = new Best();
    CyclicBarrier all = new CyclicBarrier(3);
    Threads.Body worker = () -> {
      all.await();
      for (Route route = routes.take(); route != null; route = routes.take()) {
        for (int at = 0; at < 8; ++at) route.add(at * 7 % 5, at);
      }
      best.offer(new Route());
      all.await();
    };
    Threads.together(worker, worker, worker);
  }
}

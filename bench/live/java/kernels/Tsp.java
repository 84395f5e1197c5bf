package kernels;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;

/**
 * The shortest round trip, by branch and bound. Threads take beginnings of tours from a shared queue, under its
 * monitor, and either put longer beginnings back or, behind a few cities, search the rest alone. The bound is a
 * volatile that is read at every step of the search and lowered under a lock.
 */
public final class Tsp implements Kernel {
  /** A beginning of so many cities is long enough for one thread to search the rest without going through the queue. */
  private static final int PREFIX = 4;

  private static final class Tour {
    final int[] cities;
    final int count;
    final int length;

    Tour(int[] cities, int count, int length) {
      this.cities = cities;
      this.count = count;
      this.length = length;
    }
  }

  private static final class Pool {
    private final ArrayDeque<Tour> tours = new ArrayDeque<>(); // guarded by this, like all of it
    private int working;

    synchronized void put(Tour tour) {
      tours.add(tour);
      notify();
    }

    /** Null when there is nothing left and nobody who could bring more. A thread that takes a tour must call done. */
    synchronized Tour take() throws InterruptedException {
      while (tours.isEmpty() && working > 0) wait();
      Tour tour = tours.poll();
      if (tour != null) working++;
      return tour;
    }

    synchronized void done() {
      if (--working == 0) notifyAll();
    }
  }

  private final int threads;
  private final int[][] distances;
  private final Pool pool = new Pool();
  private volatile int best = Integer.MAX_VALUE;
  private int[] bestTour; // guarded by this

  Tsp(int size, int threads) {
    this.threads = threads;
    Random random = new Random(3);
    int[] x = new int[size];
    int[] y = new int[size];
    for (int i = 0; i < size; i++) {
      x[i] = random.nextInt(1000);
      y[i] = random.nextInt(1000);
    }
    distances = new int[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) distances[i][j] = (int) Math.hypot(x[i] - x[j], y[i] - y[j]);
    }
  }

  @Override
  public void run() throws Exception {
    pool.put(new Tour(new int[distances.length], 1, 0));
    Team.run(threads, id -> {
      for (Tour tour = pool.take(); tour != null; tour = pool.take()) {
        if (tour.count < PREFIX) split(tour);
        else search(tour.cities.clone(), tour.count, tour.length);
        pool.done();
      }
    });
  }

  private void split(Tour tour) {
    for (int city = 1; city < distances.length; city++) {
      if (visited(tour.cities, tour.count, city)) continue;
      int[] cities = tour.cities.clone();
      cities[tour.count] = city;
      pool.put(new Tour(cities, tour.count + 1, tour.length + distances[cities[tour.count - 1]][city]));
    }
  }

  private static boolean visited(int[] cities, int count, int city) {
    for (int i = 0; i < count; i++) {
      if (cities[i] == city) return true;
    }
    return false;
  }

  private void search(int[] cities, int count, int length) {
    int size = distances.length;
    int[] from = distances[cities[count - 1]];
    if (count == size) {
      offer(cities, length + from[0]);
      return;
    }
    if (length + leastRest(cities, count) >= best) return;
    for (int city = 1; city < size; city++) {
      if (visited(cities, count, city)) continue;
      cities[count] = city;
      search(cities, count + 1, length + from[city]);
    }
  }

  /** The rest of a tour leaves each city that is not visited: it is no shorter than their shortest ways together. */
  private int leastRest(int[] cities, int count) {
    int rest = 0;
    for (int city = 1; city < distances.length; city++) {
      if (visited(cities, count, city)) continue;
      int[] from = distances[city];
      int least = from[0];
      for (int other = 1; other < from.length; other++) {
        if (other != city && from[other] < least) least = from[other];
      }
      rest += least;
    }
    return rest;
  }

  private synchronized void offer(int[] cities, int length) {
    if (length >= best) return;
    best = length;
    bestTour = cities.clone();
  }

  @Override
  public long check() {
    int length = 0;
    boolean[] seen = new boolean[distances.length];
    for (int i = 0; i < bestTour.length; i++) {
      seen[bestTour[i]] = true;
      length += distances[bestTour[i]][bestTour[(i + 1) % bestTour.length]];
    }
    for (boolean one : seen) Kernel.require(one, "not a round trip: " + Arrays.toString(bestTour));
    Kernel.require(length == best, "the tour has " + length + ", not " + best);
    Kernel.require(best == shortest(), best + " is not the shortest, " + shortest() + " is");
    return best;
  }

  /** Held and Karp's: for each set of cities and its last one, the shortest way there from city 0. */
  private int shortest() {
    int others = distances.length - 1;
    int[][] ways = new int[1 << others][others];
    for (int set = 1; set < ways.length; set++) {
      for (int last = 0; last < others; last++) {
        if ((set & 1 << last) == 0) continue;
        int before = set & ~(1 << last);
        int least = before == 0 ? distances[0][last + 1] : Integer.MAX_VALUE;
        for (int city = 0; city < others; city++) {
          if ((before & 1 << city) != 0) least = Math.min(least, ways[before][city] + distances[city + 1][last + 1]);
        }
        ways[set][last] = least;
      }
    }
    int least = Integer.MAX_VALUE;
    for (int last = 0; last < others; last++) {
      least = Math.min(least, ways[ways.length - 1][last] + distances[last + 1][0]);
    }
    return least;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Tsp::new);
  }
}

package kernels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A simulated building: lifts, each a thread, and people who arrive at floors, from a thread of their own. Monitors
 * wherever one looks: each floor is one, and so is the desk that says which floors have called; lifts wait there for
 * calls, and the arrivals wait when the building is full. Much locking, little work.
 */
public final class Elevator implements Kernel {
  private static final int FLOORS = 20;
  private static final int CROWD = 500;
  private static final int ROOM = 12;

  private static final class Person {
    final int id;
    final int from;
    final int to;
    int floor; // guarded by whoever has the person: a floor's queue or a lift

    Person(int id, int from, int to) {
      this.id = id;
      this.from = from;
      this.to = to;
      floor = from;
    }
  }

  private static final class Floor {
    private final ArrayDeque<Person> waiting = new ArrayDeque<>(); // guarded by this

    synchronized void arrive(Person person) {
      waiting.add(person);
    }

    /** People enter until the lift is full; true if some have to stay. */
    synchronized boolean board(List<Person> lift) {
      while (lift.size() < ROOM && !waiting.isEmpty()) lift.add(waiting.poll());
      return !waiting.isEmpty();
    }
  }

  /** Which floors have called, and how many people are in the building. All of it guarded by this. */
  private static final class Desk {
    private final boolean[] called = new boolean[FLOORS];
    private int calls;
    private int people;
    private boolean closing;

    synchronized void enter() throws InterruptedException {
      while (people >= CROWD) wait();
      people++;
    }

    synchronized void leave(int count) {
      people -= count;
      if (people + count >= CROWD && people < CROWD || closing && people == 0) notifyAll();
    }

    synchronized void call(int floor) {
      if (called[floor]) return;
      called[floor] = true;
      calls++;
      notifyAll();
    }

    synchronized void close() {
      closing = true;
      notifyAll();
    }

    /** The nearest floor that has called, whose call is then this lift's; -1 when all people have left for good. */
    synchronized int answer(int floor) throws InterruptedException {
      while (calls == 0) {
        if (closing && people == 0) return -1;
        wait();
      }
      for (int away = 0; ; away++) {
        if (answers(floor - away)) return floor - away;
        if (answers(floor + away)) return floor + away;
      }
    }

    /** The call of a floor that the lift passes anyway. */
    synchronized boolean answers(int floor) {
      if (floor < 0 || floor >= FLOORS || !called[floor]) return false;
      called[floor] = false;
      calls--;
      return true;
    }
  }

  private final class Lift {
    private final List<Person> inside = new ArrayList<>();
    private int floor;
    private int left;
    private long sum;

    void run() throws InterruptedException {
      for (int next = desk.answer(floor); next >= 0; next = desk.answer(floor)) {
        moveTo(next);
        stop(true);
        while (!inside.isEmpty()) {
          moveTo(floor + Integer.signum(inside.get(0).to - floor));
          stop(desk.answers(floor));
        }
      }
      synchronized (Elevator.this) {
        delivered += left;
        digests += sum;
      }
    }

    private void moveTo(int next) {
      floor = next;
      for (Person person : inside) person.floor = next;
    }

    private void stop(boolean takesNew) {
      int before = inside.size();
      for (int i = before - 1; i >= 0; i--) {
        Person person = inside.get(i);
        if (person.to != floor) continue;
        inside.remove(i);
        left++;
        // Lifts add up in any order.
        sum += Kernel.digest(Kernel.digest(person.id, person.from), person.floor);
      }
      if (inside.size() < before) desk.leave(before - inside.size());
      if (takesNew && floors[floor].board(inside)) desk.call(floor);
    }
  }

  private final int people;
  private final int threads;
  private final Floor[] floors = new Floor[FLOORS];
  private final Desk desk = new Desk();
  private int delivered; // guarded by this
  private long digests; // guarded by this

  /** Size: thousands of people. Threads: lifts; people arrive from one more. */
  Elevator(int size, int threads) {
    people = 1000 * size;
    this.threads = threads;
    for (int i = 0; i < FLOORS; i++) floors[i] = new Floor();
  }

  private Person person(int id, Random random) {
    int from = random.nextInt(FLOORS);
    return new Person(id, from, (from + 1 + random.nextInt(FLOORS - 1)) % FLOORS);
  }

  @Override
  public void run() throws Exception {
    Team.run(threads + 1, id -> {
      if (id > 0) new Lift().run();
      else arrivals();
    });
  }

  private void arrivals() throws InterruptedException {
    Random random = new Random(1);
    for (int id = 0; id < people; id++) {
      Person person = person(id, random);
      desk.enter();
      floors[person.from].arrive(person);
      desk.call(person.from);
    }
    desk.close();
  }

  @Override
  public long check() {
    Random random = new Random(1);
    long expected = 0;
    for (int id = 0; id < people; id++) {
      Person person = person(id, random);
      expected += Kernel.digest(Kernel.digest(person.id, person.from), person.to);
    }
    Kernel.require(delivered == people, delivered + " people arrived");
    Kernel.require(digests == expected, "people went to the wrong floors");
    return digests;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Elevator::new);
  }
}

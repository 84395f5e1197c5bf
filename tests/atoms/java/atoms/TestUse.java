package atoms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A test, and a use that the test was for. */
class TestUse {
  private Runnable listener;
  private boolean started;
  private int max;
  private int balance;
  private static TestUse instance;
  private static TestUse only;
  private final Map<String, Integer> map = new ConcurrentHashMap<>();
  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final List<String> list = new ArrayList<>();
  private final AtomicInteger seats = new AtomicInteger();

  void listen(Runnable to) {
    listener = to;
  }

  void nullTest() {
    if (listener != null) listener.run();
  }

  Runnable returned() {
    if (listener == null) return null;
    return listener;
  }

  void stateTest() {
    if (started) throw new IllegalStateException();
    started = true;
  }

  void largest(int n) {
    if (n > max) max = n;
  }

  boolean withdraw(int n) {
    if (balance < n) return false;
    balance -= n;
    return true;
  }

  void absent(String key) {
    if (!map.containsKey(key)) map.put(key, 1);
  }

  void absentByGet(String key) {
    Integer value = map.get(key);
    if (value == null) map.put(key, 1);
  }

  int present(String key) {
    return map.containsKey(key) ? map.get(key) : 0;
  }

  void counted(String key) {
    map.put(key, map.get(key) + 1);
  }

  void taken() {
    if (!queue.isEmpty()) queue.remove().run();
  }

  void append(String text) {
    list.add(text);
  }

  String last() {
    int size = list.size();
    return size > 0 ? list.get(size - 1) : null;
  }

  String lastForSure() {
    return list.get(list.size() - 1);
  }

  String takenFromTheEnd() {
    return list.remove(list.size() - 1);
  }

  int iterated() {
    int letters = 0;
    for (int i = 0; i < list.size(); i++) letters += list.get(i).length();
    return letters;
  }

  boolean seated(int most) {
    if (seats.get() >= most) return false;
    seats.incrementAndGet();
    return true;
  }

  void left() {
    if (seats.get() > 0) seats.decrementAndGet();
  }

  void emptied(int most) {
    if (seats.get() > most) seats.getAndSet(0);
  }

  void forget() {
    listener = null;
  }

  Runnable made() {
    if (listener == null) listener = new Thread();
    return listener;
  }

  Runnable madeOrFound() {
    if (listener != null) {
      started = true;
    } else {
      listener = new Thread();
    }
    return listener;
  }

  // Null either way: only the write is an end.
  Runnable unmade() {
    if (listener != null) listener = null;
    return listener;
  }

  // Nobody sets it to null again.
  static TestUse single() {
    if (only == null) only = new TestUse();
    return only;
  }

  // Null either way: only the write is an end.
  Runnable perhapsMade(boolean yes) {
    if (listener == null) {
      if (yes) listener = new Thread();
    }
    return listener;
  }

  // Nothing here.
  boolean seatedForSure(int most) {
    if (seats.get() >= most) return false;
    if (seats.incrementAndGet() <= most) return true;
    seats.decrementAndGet();
    return false;
  }

  boolean seatedByItself(int most) {
    int taken = seats.get();
    return taken < most && seats.compareAndSet(taken, taken + 1);
  }

  void copied() {
    Runnable to = listener;
    if (to != null) to.run();
  }

  static TestUse doubleChecked() {
    if (instance == null) {
      synchronized (TestUse.class) {
        if (instance == null) instance = new TestUse();
      }
    }
    return instance;
  }

  void looksAgain(String key) {
    if (!map.containsKey(key)) map.putIfAbsent(key, 1);
    if (map.containsKey(key)) map.remove(key);
    if (!queue.isEmpty()) {
      Runnable next = queue.poll();
      if (next != null) next.run();
    }
  }

  void complaint() {
    if (balance < 0) throw new IllegalStateException("balance is " + balance);
  }

  String unrelated(int i) {
    list.size();
    return list.get(i);
  }

  void otherKey(String a, String b) {
    if (!map.containsKey(a)) map.put(b, 1);
  }

  void spin() {
    while (!started) Thread.onSpinWait();
  }

  private enum State { NEW, RUNNING }

  private volatile State state = State.NEW;

  void switches() {
    switch (state) {
      case NEW:
        state = State.RUNNING;
        break;
      default:
        break;
    }
  }

  void ofItsOwn(Map<String, Integer> own, String key) {
    if (!own.containsKey(key)) own.put(key, 1);
  }

  private final StringBuilder text = new StringBuilder();

  void shortText() {
    if (length() < 10) append('x');
  }

  private synchronized int length() {
    return text.length();
  }

  private synchronized void append(char c) {
    text.append(c);
  }
}

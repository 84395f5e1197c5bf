package check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Taken out, but not for oneself. */
public class SwappedWrongly {
  private List<String> list = new ArrayList<>();
  private Map<String, String> map = new HashMap<>();
  private List<String> again = new LinkedList<>();
  private TreeMap<String, String> other = new TreeMap<>();
  private ArrayDeque<String> sometimes = new ArrayDeque<>();

  void drain(boolean full) {
    List<String> all;
    synchronized (this) {
      all = list;
    }
    synchronized (this) { // too late: another may have taken it too
      list = new ArrayList<>();
    }
    all.clear(); // expect: java.util.ArrayList

    Map<String, String> taken;
    synchronized (this) {
      taken = map;
      map = new HashMap<>();
    }
    taken.clear(); // expect: java.util.HashMap

    List<String> back;
    synchronized (this) {
      back = again;
      again = new LinkedList<>();
    }
    back.clear(); // expect: java.util.LinkedList
    synchronized (this) {
      again = back; // and go on with it
    }
    back.add("more");

    TreeMap<String, String> old;
    synchronized (this) {
      old = other;
      other = new TreeMap<>();
    }
    old.clear(); // expect: java.util.TreeMap

    ArrayDeque<String> some;
    synchronized (this) {
      some = sometimes;
      if (full) {
        sometimes = new ArrayDeque<>();
      }
    }
    some.clear(); // expect: java.util.ArrayDeque
  }

  void add(String text) {
    Map<String, String> found;
    synchronized (this) {
      list.add(text);
      again.add(text);
      sometimes.add(text);
      found = map;
    }
    synchronized (this) { // it may be taken out by now
      found.put(text, text);
    }
    synchronized (text) {
      other.put(text, text); // expect: check.SwappedWrongly.other
    }
  }

  public static void main(String[] args) {
    SwappedWrongly both = new SwappedWrongly();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> both.add("text")).start();
      new Thread(() -> both.drain(args.length > 0)).start();
    }
  }
}

package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/** Whoever copies a collection or array reads all of it. */
public class CopiedWhileChanged {
  private final List<String> list = new ArrayList<>(); // expect: java.util.ArrayList
  private final Map<String, String> map = new HashMap<>(); // expect: java.util.HashMap
  private final LinkedList<String> joined = new LinkedList<>(); // expect: java.util.LinkedList
  private final char[] text = new char[4]; // expect: char[]
  private final Set<String> guarded = new TreeSet<>();
  private final int[] numbers = new int[4];

  void change() {
    list.add("a");
    map.put("a", "b");
    joined.add("a");
    text[0] = 'a';
    synchronized (this) {
      guarded.add("a");
      numbers[0]++;
    }
  }

  int copy() {
    Set<String> own = new HashSet<>(list);
    own.addAll(map.values());
    own.add(String.join(",", joined));
    int length = text.clone().length;
    synchronized (this) {
      own.addAll(new PriorityQueue<>(guarded));
      length += numbers.clone().length;
    }
    return own.size() + length;
  }

  public static void main(String[] args) {
    CopiedWhileChanged shared = new CopiedWhileChanged();
    new Thread(shared::change).start();
    shared.copy();
  }
}

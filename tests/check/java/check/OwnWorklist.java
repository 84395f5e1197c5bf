package check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What comes out of a queue that others have is one taker's; what comes out of one's own may be everybody's. */
public class OwnWorklist {
  static class Node {
    final List<Node> next = new ArrayList<>();
    boolean isSeen; // expect: check.OwnWorklist$Node.isSeen
  }

  static class Listed {
    int count; // expect: check.OwnWorklist$Listed.count
  }

  static class Made {
    int depth;
  }

  private static final Node FIRST = new Node();
  private static final List<Listed> LISTED = new CopyOnWriteArrayList<>();

  private static void walk() {
    Deque<Node> pending = new ArrayDeque<>();
    pending.push(FIRST);
    while (!pending.isEmpty()) {
      Node node = pending.pop();
      node.isSeen = true;
      for (Node each : node.next) pending.push(each);
    }
    Listed[] listed = new Listed[1];
    LISTED.toArray(listed);
    listed[0].count++;
    Deque<Made> made = new ArrayDeque<>();
    made.push(new Made());
    made.pop().depth++;
  }

  public static void main(String[] args) {
    FIRST.next.add(new Node());
    LISTED.add(new Listed());
    new Thread(OwnWorklist::walk).start();
    new Thread(OwnWorklist::walk).start();
  }
}

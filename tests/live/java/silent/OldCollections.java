package silent;

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Stack;
import java.util.Vector;
import support.Check;
import support.Threads;

/** Vector, Hashtable, Stack and StringBuffer lock themselves, and so do their enumerations. */
public class OldCollections {
  public static void main(String[] args) throws Exception {
    Vector<Integer> vector = new Vector<>();
    Hashtable<Integer, Integer> table = new Hashtable<>();
    StringBuffer buffer = new StringBuffer();
    Stack<int[]> stack = new Stack<>();
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        vector.add(i);
        table.put(i, i);
        buffer.append('x');
        int[] box = {1};
        stack.push(box);
      }
    };
    Threads.together(work, work);
    Check.result("100 50 100 100", vector.size() + " " + table.size() + " " + buffer.length() + " " + stack.size());
    Vector<int[]> boxes = new Vector<>();
    Enumeration<int[]> elements = boxes.elements();
    Threads.together(
        () -> {
          int[] box = {1};
          boxes.add(box);
        },
        () -> {
          while (!elements.hasMoreElements()) Thread.onSpinWait();
          Check.same(1, elements.nextElement()[0]);
        });
  }
}

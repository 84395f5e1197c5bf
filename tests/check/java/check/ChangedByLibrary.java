// What the library writes without being called on it: lists that Collections is handed, maps that note their use, a
// scanner that is asked for more, a set of enum constants, the range of an array that is filled.
package check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;

class ChangedByLibrary {
  enum Colour {
    RED,
    BLUE
  }

  public static void main(String[] args) throws InterruptedException {
    List<Integer> sorted = new ArrayList<>(List.of(2, 1));
    List<Integer> grown = new LinkedList<>();
    Map<String, String> recent = new LinkedHashMap<>(16, 0.75f, true);
    recent.put("a", "b");
    Scanner scanner = new Scanner("1 2");
    Set<Colour> colours = EnumSet.noneOf(Colour.class);
    int[] overlapping = new int[100];
    List<List<Integer>> lists = List.of(sorted);
    Thread first = new Thread(() -> {
      Collections.sort(sorted); // expect: java.util.ArrayList
      Collections.addAll(grown, 1, 2); // expect: java.util.LinkedList
      recent.get("a"); // expect: java.util.LinkedHashMap
      scanner.next(); // expect: java.util.Scanner
      colours.add(Colour.RED); // expect: java.util.EnumSet
      Arrays.fill(overlapping, 0, 60, 1); // expect: int[]
    });
    Thread second = new Thread(() -> {
      lists.forEach(Collections::reverse);
      System.out.println(grown.size());
      recent.get("b");
      scanner.next();
      colours.add(Colour.BLUE);
      Arrays.fill(overlapping, 40, 100, 2);
    });
    first.start();
    second.start();
    first.join();
    second.join();
  }
}

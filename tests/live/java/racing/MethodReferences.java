package racing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import support.Threads;

/** A reference to a method is a call of it, wherever it is made. */
public class MethodReferences {
  enum Colour { RED, BLUE }

  static final List<Integer> list = new ArrayList<>(); // expect: observed java.util.ArrayList
  static final BitSet bits = new BitSet(); // expect: observed java.util.BitSet
  static final LinkedList<Integer> linked = new LinkedList<>(); // expect: observed java.util.LinkedList
  static final StringBuilder text = new StringBuilder(); // expect: observed java.lang.StringBuilder
  static final Map<String, Integer> map = new HashMap<>(); // expect: observed java.util.HashMap
  static final Set<Colour> colours = EnumSet.noneOf(Colour.class); // expect: observed java.util.RegularEnumSet

  interface Listing {
    static Consumer<Integer> to(List<Integer> list) {
      return list::add;
    }
  }

  public static void main(String[] args) throws Exception {
    Consumer<Integer> add = Listing.to(list);
    Threads.race(() -> add.accept(1), () -> System.out.println(list.size()));
    IntConsumer set = bits::set;
    Threads.race(() -> set.accept(1), () -> set.accept(2));
    Threads.race(linked::clear, linked::clear);
    DoubleConsumer append = text::append;
    Threads.race(() -> append.accept(1), () -> append.accept(2));
    BiFunction<Map<String, Integer>, String, Integer> remove = Map::remove;
    Threads.race(() -> remove.apply(map, "a"), () -> map.put("b", 1));
    Threads.race(() -> colours.add(Colour.RED), () -> colours.add(Colour.BLUE));
  }
}

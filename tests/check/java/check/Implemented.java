package check;

import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A method that is inherited from the library calls what its class implements. */
public class Implemented {
  static class Ring extends AbstractList<Integer> {
    private int gets; // expect: check.Implemented$Ring.gets
    private int sizes;

    @Override
    public Integer get(int index) {
      gets++;
      return index;
    }

    @Override
    public synchronized int size() {
      return ++sizes;
    }
  }

  static class Bag implements Iterable<String> {
    private int opened; // expect: check.Implemented$Bag.opened

    @Override
    public Iterator<String> iterator() {
      opened++;
      return List.of("a").iterator();
    }
  }

  static class Source extends InputStream {
    private int reads; // expect: check.Implemented$Source.reads

    @Override
    public int read() {
      reads++;
      return -1;
    }
  }

  static class Recent extends LinkedHashMap<String, String> { // expect: check.Implemented$Recent
    private static final long serialVersionUID = 1;
    private int asked; // expect: check.Implemented$Recent.asked

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      asked++;
      return size() > 3;
    }
  }

  static class Local extends AbstractList<Integer> {
    private int gets;

    @Override
    public Integer get(int index) {
      gets++;
      return index;
    }

    @Override
    public int size() {
      return 3;
    }
  }

  private static final Ring RING = new Ring();
  private static final Bag BAG = new Bag();
  private static final Source SOURCE = new Source();
  private static final Recent RECENT = new Recent();

  private static void work() {
    for (Integer each : RING) System.out.println(each);
    BAG.forEach(System.out::println);
    try {
      System.out.println(SOURCE.read(new byte[8]));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    RECENT.put("a", "b");
    for (Integer each : new Local()) System.out.println(each);
  }

  public static void main(String[] args) {
    new Thread(Implemented::work).start();
    new Thread(Implemented::work).start();
  }
}

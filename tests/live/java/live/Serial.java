package live;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What weaving must not change: the computed serial version, and the members that reflection shows. */
@SuppressWarnings("serial")
public class Serial {
  static class Plain implements Serializable {
    int number;
    protected String text;
    private transient long skipped;
    static int counter = 3;

    public int twice() {
      return number * 2;
    }

    private void hidden() {
      skipped = number;
    }
  }

  interface Shape extends Comparator<Shape> {}

  abstract static class Base implements Shape, Serializable {
    abstract double area();

    @Override
    public int compare(Shape a, Shape b) {
      return 0;
    }
  }

  enum Colour {
    RED,
    GREEN
  }

  public static void main(String[] args) {
    for (Class<?> c : List.of(Plain.class, Base.class, Colour.class)) {
      System.out.println(c.getSimpleName() + " " + ObjectStreamClass.lookupAny(c).getSerialVersionUID());
      List<String> names = new ArrayList<>();
      for (Field field : c.getDeclaredFields()) names.add(field.toString());
      System.out.println(names);
    }
    new Plain().hidden();
  }
}

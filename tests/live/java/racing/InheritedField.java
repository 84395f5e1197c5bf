package racing;

import support.Threads;

/** A field of a superclass, reached through two subclasses' names and through super. */
public class InheritedField {
  static class Base {
    int count;  // expect: observed racing.InheritedField$Base.count
    static int shared;  // expect: observed racing.InheritedField$Base.shared
  }

  static class Middle extends Base {}

  static class Leaf extends Middle {
    void bump() {
      super.count++;
      shared++;
    }
  }

  public static void main(String[] args) throws Exception {
    Leaf leaf = new Leaf();
    Threads.together(leaf::bump, () -> {
      ((Middle) leaf).count++;
      Middle.shared++;
    });
  }
}

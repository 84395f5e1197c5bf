package racing;

import support.Threads;

/** A private field of an inner class, and one of the outer object reached from it. */
public class InnerClassField {
  private int outer;  // expect: observed racing.InnerClassField.outer

  private final class Inner {
    private int own;  // expect: observed racing.InnerClassField$Inner.own

    void bump() {
      own++;
      outer++;
    }
  }

  public static void main(String[] args) throws Exception {
    InnerClassField it = new InnerClassField();
    Inner inner = it.new Inner();
    Threads.together(inner::bump, () -> {
      inner.own++;
      it.outer++;
    });
  }
}

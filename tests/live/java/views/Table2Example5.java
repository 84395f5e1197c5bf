package views;

import support.Fields;
import support.Threads;

/** The third thread takes the pair apart. */
public class Table2Example5 {
  // expect: {x,y} {x} {y}
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.xy();
        },
        () -> {
          f.x();
        },
        () -> {
          f.x();
          f.y();
        });
  }
}

package views;

import support.Fields;
import support.Threads;

/** That the first uses parts of it too changes nothing. */
public class Table1Example3 {
  // expect: {x,y} {x} {y}
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.xy();
          f.x();
          f.y();
        },
        () -> {
          f.x();
          f.y();
        });
  }
}

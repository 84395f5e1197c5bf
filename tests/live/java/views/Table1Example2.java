package views;

import support.Fields;
import support.Threads;

/** One thread treats the pair as one, the other takes it apart. */
public class Table1Example2 {
  // expect: {x,y} {x} {y}
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.xy();
        },
        () -> {
          f.x();
          f.y();
        });
  }
}

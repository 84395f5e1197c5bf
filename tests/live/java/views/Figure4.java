package views;

import support.Fields;
import support.Threads;

/** The third thread is in conflict with the first and with the fourth: strictly two, by default one problem. */
public class Figure4 {
  // expect: {x,y} {x} {y}
  // expect strictly: {x,y} {x} {y}
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
        },
        () -> {
          f.x();
          f.xy();
        });
  }
}

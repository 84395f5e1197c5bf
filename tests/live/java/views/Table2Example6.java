package views;

import support.Fields;
import support.Threads;

/** Each of the others takes one part. */
public class Table2Example6 {
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
          f.y();
        });
  }
}

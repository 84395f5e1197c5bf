package views;

import support.Fields;
import support.Threads;

/** Pairs in a circle, which overlap in one field. */
public class Table2Example7 {
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.xy();
          f.x();
          f.y();
        },
        () -> {
          f.yz();
          f.y();
          f.z();
        },
        () -> {
          f.zx();
          f.z();
          f.x();
        });
  }
}

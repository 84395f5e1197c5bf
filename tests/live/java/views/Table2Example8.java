package views;

import support.Fields;
import support.Threads;

/** One of the three has two pairs. The table lists the first conflict, by §3.2 there is a second. */
public class Table2Example8 {
  // expect: {y,z} {y} {z}
  // expect: {x,z} {x} {x,y} {y,z}
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.xy();
          f.x();
          f.yz();
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

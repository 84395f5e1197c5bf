package views;

import support.Fields;
import support.Threads;

/** Parts that contain one another are compatible. */
public class Table1Example4 {
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.xyz();
        },
        () -> {
          f.xy();
          f.x();
        });
  }
}

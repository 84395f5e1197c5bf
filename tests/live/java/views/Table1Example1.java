package views;

import support.Fields;
import support.Threads;

/** Nobody treats the pair as one. */
public class Table1Example1 {
  public static void main(String[] args) throws Exception {
    Fields f = new Fields();
    Threads.together(
        () -> {
          f.x();
          f.y();
        },
        () -> {
          f.x();
          f.y();
        });
  }
}

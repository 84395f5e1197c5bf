package racing;

import support.Threads;

/** Lazy initialisation with nothing at all. */
public class LazyInit {
  private static Object instance;  // expect: observed racing.LazyInit.instance

  static Object get() {
    if (instance == null) instance = new Object();
    return instance;
  }

  public static void main(String[] args) throws Exception {
    Threads.together(LazyInit::get, LazyInit::get);
  }
}

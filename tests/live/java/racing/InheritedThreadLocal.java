package racing;

import support.Threads;

/** What an inheritable thread-local holds is handed to the threads that are started. */
public class InheritedThreadLocal {
  int value;  // expect: observed racing.InheritedThreadLocal.value

  private static final InheritableThreadLocal<InheritedThreadLocal> MINE = new InheritableThreadLocal<>();

  public static void main(String[] args) throws Exception {
    MINE.set(new InheritedThreadLocal());
    Thread other = Threads.start(() -> MINE.get().value = 2);
    MINE.get().value = 1;
    other.join();
  }
}

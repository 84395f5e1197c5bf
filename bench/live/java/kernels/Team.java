package kernels;

/** Threads 0 .. count-1 that do one thing together: started here, waited for here; the caller's thread is number 0. */
final class Team {
  private Team() {}

  interface Task {
    void run(int id) throws Exception;
  }

  static void run(int count, Task task) throws Exception {
    Thread[] threads = new Thread[count];
    for (int id = 1; id < count; id++) {
      int mine = id;
      threads[id] = new Thread(() -> runOrExit(task, mine), "worker-" + id);
      threads[id].setDaemon(true); // if number 0 fails, the others may be at a barrier for ever
      threads[id].start();
    }
    task.run(0);
    for (int id = 1; id < count; id++) threads[id].join();
  }

  /** A thread that fails ends the program: the others may be waiting for it. */
  private static void runOrExit(Task task, int id) {
    try {
      task.run(id);
    } catch (Throwable e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  /** Where part number {@code id} of {@code count} equal parts of {@code 0 .. total} begins. */
  static int part(int total, int id, int count) {
    return (int) ((long) total * id / count);
  }
}

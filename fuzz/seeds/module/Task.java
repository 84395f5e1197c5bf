package seeds.module;

/** What module-info provides. */
public class Task implements Runnable {
  @Override public void run() {}
}

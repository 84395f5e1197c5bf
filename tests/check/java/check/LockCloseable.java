package check;

import java.util.concurrent.locks.ReentrantLock;

/** A lock as a resource of try: nothing. */
public class LockCloseable {
  static class Guard implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();

    Guard acquire() {
      lock.lock();
      return this;
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  private final Guard guard = new Guard();
  private int value;

  void add() {
    try (Guard held = guard.acquire()) {
      value++;
      assert held != null;
    }
  }

  public static void main(String[] args) {
    LockCloseable shared = new LockCloseable();
    new Thread(shared::add).start();
    new Thread(shared::add).start();
  }
}

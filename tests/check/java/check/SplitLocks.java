package check;

/** Two fields, each under a lock of its own: nothing. */
public class SplitLocks {
  private final Object readLock = new Object();
  private final Object writeLock = new Object();
  private int reads;
  private int writes;

  void read() {
    synchronized (readLock) {
      reads++;
    }
  }

  void write() {
    synchronized (writeLock) {
      writes++;
    }
  }

  public static void main(String[] args) {
    SplitLocks shared = new SplitLocks();
    for (int i = 0; i < 2; i++) {
      new Thread(shared::read).start();
      new Thread(shared::write).start();
    }
  }
}

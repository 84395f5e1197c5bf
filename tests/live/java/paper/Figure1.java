package paper;

/** Fig. 1 of the RACER paper: one field shared without a lock, one with, one that is not shared. */
public class Figure1 implements Runnable {
  static int shared;  // finds: paper.Figure1.shared
  static int sharedProtected;
  int notShared;

  @Override
  public void run() {
    System.out.println(shared++);
    synchronized (Figure1.class) {
      System.out.println(sharedProtected++);
    }
    System.out.println(notShared++);
  }

  public static void main(String[] args) {
    Thread thread1 = new Thread(new Figure1());
    Thread thread2 = new Thread(new Figure1());
    thread1.start();
    thread2.start();
  }
}

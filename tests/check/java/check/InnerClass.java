package check;

/** An inner class that counts in its outer object, and an anonymous one that does so under the outer monitor. */
public class InnerClass {
  private int loose; // expect: check.InnerClass.loose
  private int guarded;

  class Task implements Runnable {
    @Override
    public void run() {
      loose++;
    }
  }

  Runnable careful() {
    return new Runnable() {
      @Override
      public void run() {
        synchronized (InnerClass.this) {
          guarded++;
        }
      }
    };
  }

  public static void main(String[] args) {
    InnerClass outer = new InnerClass();
    for (int i = 0; i < 2; i++) {
      new Thread(outer.new Task()).start();
      new Thread(outer.careful()).start();
    }
  }
}

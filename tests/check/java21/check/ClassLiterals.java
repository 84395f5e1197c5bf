package check;

/** A static synchronized method and a block on the class literal have one lock; an instance's is another. */
public class ClassLiterals {
  private static int same;
  private static int other; // expect: check.ClassLiterals.other

  static synchronized void first() {
    same++;
    other++;
  }

  void second() {
    synchronized (ClassLiterals.class) {
      same++;
    }
  }

  synchronized void third() {
    other++;
  }

  public static void main(String[] args) {
    ClassLiterals object = new ClassLiterals();
    new Thread(ClassLiterals::first).start();
    new Thread(object::second).start();
    new Thread(object::third).start();
  }
}

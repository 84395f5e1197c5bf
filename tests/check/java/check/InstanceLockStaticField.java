package check;

/** A synchronized instance method does not guard a static field. */
public class InstanceLockStaticField {
  static int total; // expect: check.InstanceLockStaticField.total

  synchronized void add() {
    total++;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      InstanceLockStaticField one = new InstanceLockStaticField();
      new Thread(one::add).start();
    }
  }
}

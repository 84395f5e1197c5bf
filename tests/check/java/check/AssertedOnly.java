package check;

/** What an assertion reads is not read: a JVM does not evaluate assertions unless it is told to. */
public class AssertedOnly {
  private int size;
  private boolean isLarge;

  synchronized void grow() {
    size++;
    isLarge = size > 100;
  }

  void look() {
    assert size >= 0 : "size is " + size;
    assert isValid();
  }

  private boolean isValid() {
    return !isLarge || size > 100;
  }

  public static void main(String[] args) {
    AssertedOnly shared = new AssertedOnly();
    new Thread(shared::grow).start();
    new Thread(shared::look).start();
  }
}

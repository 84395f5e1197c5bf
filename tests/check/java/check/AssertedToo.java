package check;

/** As AssertedOnly, but what is asserted is asked elsewhere too, and what comes after an assertion is done. */
public class AssertedToo {
  private int size; // expect: check.AssertedToo.size
  private boolean isLarge; // expect: check.AssertedToo.isLarge

  synchronized void grow() {
    size++;
    isLarge = size > 100;
  }

  void look() {
    assert size >= 0 : "size is " + size;
    if (isValid()) {
      System.out.println("valid");
    }
  }

  private boolean isValid() {
    assert size >= 0;
    return !isLarge || size > 100;
  }

  public static void main(String[] args) {
    AssertedToo shared = new AssertedToo();
    new Thread(shared::grow).start();
    new Thread(shared::look).start();
  }
}

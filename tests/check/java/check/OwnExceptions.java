package check;

/** What an exception's constructor writes, by a method of its own, is written before anybody can catch it. */
public class OwnExceptions {
  static class Failed extends Exception {
    private static final long serialVersionUID = 1;

    private String text;

    Failed(int number) {
      setText("number " + number);
    }

    private void setText(String text) {
      this.text = text;
    }
  }

  private static volatile Failed last;

  static void work() {
    try {
      throw new Failed(1);
    } catch (Failed failed) {
      System.out.println(failed.text + " after " + last.text);
      last = failed;
    }
  }

  public static void main(String[] args) {
    new Thread(OwnExceptions::work).start();
    new Thread(OwnExceptions::work).start();
  }
}

package check;

/** An exception that all threads throw: who catches it changes what the others read. */
public class ChangedExceptions {
  static class Failed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private String text; // expect: check.ChangedExceptions$Failed.text

    void setText(String text) {
      this.text = text;
    }
  }

  private static final Failed FAILED = new Failed();

  static void work() {
    try {
      throw FAILED;
    } catch (Failed failed) {
      System.out.println(failed.text);
      failed.setText("again");
    }
  }

  public static void main(String[] args) {
    new Thread(ChangedExceptions::work).start();
    new Thread(ChangedExceptions::work).start();
  }
}

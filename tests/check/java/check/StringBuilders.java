package check;

/** A builder that two threads append to, and a buffer. */
public class StringBuilders {
  private final StringBuilder plain = new StringBuilder(); // expect: java.lang.StringBuilder
  private final StringBuffer safe = new StringBuffer();

  void write() {
    plain.append("x");
    safe.append("x");
  }

  public static void main(String[] args) {
    StringBuilders shared = new StringBuilders();
    new Thread(shared::write).start();
    new Thread(shared::write).start();
  }
}

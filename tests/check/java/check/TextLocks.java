package check;

/** Equal string constants are one object, wherever they are; others are others, and so is a new one of equal text. */
public class TextLocks {
  static class Elsewhere {
    static final String SAME = "lock";

    static void add() {
      synchronized (SAME) {
        same++;
      }
      synchronized ("lock") {
        different++;
      }
      synchronized (COPY) {
        copied++;
      }
    }
  }

  private static final String COPY = new String("lock");
  private static int same;
  private static int different; // expect: check.TextLocks.different
  private static int copied; // expect: check.TextLocks.copied

  public static void main(String[] args) {
    new Thread(Elsewhere::add).start();
    new Thread(() -> {
      synchronized ("lock") {
        same++;
        copied++;
      }
      synchronized ("other lock") {
        different++;
      }
    }).start();
  }
}

package check;

/** An immutable holder is replaced as a whole: safe in a volatile field, a race on the field in a plain one. */
public class ReplacedHolders {
  static final class Range {
    final int low, high;

    Range(int low, int high) {
      this.low = low;
      this.high = high;
    }
  }

  private volatile Range safe = new Range(0, 1);
  private Range plain = new Range(0, 1); // expect: check.ReplacedHolders.plain

  void set(int low, int high) {
    safe = new Range(low, high);
    plain = new Range(low, high);
  }

  int width() {
    Range seen = safe;
    return seen.high - seen.low + plain.high;
  }

  public static void main(String[] args) {
    ReplacedHolders shared = new ReplacedHolders();
    new Thread(() -> shared.set(2, 5)).start();
    System.out.println(shared.width());
  }
}

package check;

/** Two threads, one field, no lock. */
public class Unguarded {
  int count; // expect: check.Unguarded.count

  public static void main(String[] args) {
    Unguarded shared = new Unguarded();
    new Thread(() -> shared.count++).start();
    new Thread(() -> shared.count++).start();
  }
}

package racing;

/** Two virtual threads bump a counter; that they may share a carrier orders nothing. */
public class VirtualCounter {
  static int count;  // expect: observed racing.VirtualCounter.count

  public static void main(String[] args) throws Exception {
    Thread one = Thread.startVirtualThread(() -> count++);
    Thread two = Thread.startVirtualThread(() -> count++);
    one.join();
    two.join();
  }
}

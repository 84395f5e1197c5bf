package check;

/** A record is immutable, the array that it holds is not. */
public class RecordOfCounts {
  record Counts(String name, int[] cells) {} // expect: int[]

  public static void main(String[] args) throws Exception {
    Counts counts = new Counts("all", new int[2]);
    Thread one = Thread.ofVirtual().start(() -> counts.cells()[0]++);
    Thread two = Thread.ofVirtual().start(() -> counts.cells()[0]++);
    one.join();
    two.join();
    System.out.println(counts.name() + counts.cells()[0]);
  }
}

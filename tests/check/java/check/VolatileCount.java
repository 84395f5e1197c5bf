package check;

/** A volatile count is no data race, though it loses updates; the array behind a volatile reference is one. */
public class VolatileCount {
  private volatile int count;
  private volatile int[] cells = new int[1]; // expect: int[]

  void up() {
    count++;
    cells[0]++;
  }

  public static void main(String[] args) {
    VolatileCount shared = new VolatileCount();
    new Thread(shared::up).start();
    new Thread(shared::up).start();
  }
}

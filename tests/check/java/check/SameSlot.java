package check;

/** All workers add to slot 0. */
public class SameSlot {
  public static void main(String[] args) throws InterruptedException {
    int[] results = new int[4]; // expect: int[]
    Thread[] workers = new Thread[4];
    for (int i = 0; i < 4; i++) {
      workers[i] = new Thread(() -> results[0]++);
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(results[0]);
  }
}

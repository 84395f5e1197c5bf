package check;

/** Each worker fills the slot with its number: nothing. */
public class ResultSlots {
  public static void main(String[] args) throws InterruptedException {
    int[] results = new int[4];
    Thread[] workers = new Thread[4];
    for (int i = 0; i < 4; i++) {
      int id = i;
      workers[i] = new Thread(() -> results[id] = id * id);
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(results[0]);
  }
}

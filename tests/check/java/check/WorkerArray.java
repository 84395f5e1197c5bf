package check;

/** Workers in an array, all joined in a loop; each has a field of its own, and all share a total. */
public class WorkerArray extends Thread {
  static int total; // expect: check.WorkerArray.total
  int own;

  @Override
  public void run() {
    own++;
    total += own;
  }

  public static void main(String[] args) throws InterruptedException {
    WorkerArray[] workers = new WorkerArray[4];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new WorkerArray();
      workers[i].start();
    }
    for (WorkerArray worker : workers) {
      worker.join();
    }
    System.out.println(workers[0].own + total);
  }
}

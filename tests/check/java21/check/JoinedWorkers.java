package check;

import java.util.ArrayList;
import java.util.List;

/** Workers that are threads, joined in a loop before their results are read; one is read too early. */
public class JoinedWorkers {
  static class Worker extends Thread {
    private final int[] input;
    int result;
    int progress; // expect: check.JoinedWorkers$Worker.progress

    Worker(int[] input) {
      this.input = input;
    }

    @Override
    public void run() {
      for (int n : input) {
        result += n;
        progress++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Worker worker = new Worker(new int[] {i, i + 1});
      workers.add(worker);
      worker.start();
    }
    for (Worker worker : workers) System.out.println(worker.progress);
    int sum = 0;
    for (Worker worker : workers) {
      worker.join();
    }
    for (Worker worker : workers) sum += worker.result;
    System.out.println(sum);
  }
}

package check;

/** Each worker has a slice of the array, from low to high: nothing. */
public class Slices {
  static class Worker implements Runnable {
    private final double[] data;
    private final int low;
    private final int high;

    Worker(double[] data, int low, int high) {
      this.data = data;
      this.low = low;
      this.high = high;
    }

    @Override
    public void run() {
      for (int i = low; i < high; i++) {
        data[i] = data[i] * 2 + 1;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    double[] data = new double[1000];
    Thread[] workers = new Thread[4];
    for (int i = 0; i < 4; i++) {
      workers[i] = new Thread(new Worker(data, i * 250, i * 250 + 250));
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    System.out.println(data[0]);
  }
}

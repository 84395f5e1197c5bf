package check;

/** Counters in an array of one element, the lambda programmer's variable: found. */
public class LocalRunnable {
  public static void main(String[] args) throws InterruptedException {
    int[] count = {0}; // expect: int[]
    Runnable task = () -> {
      for (int i = 0; i < 1000; i++) {
        count[0]++;
      }
    };
    Thread a = new Thread(task);
    Thread b = new Thread(task);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(count[0]);
  }
}

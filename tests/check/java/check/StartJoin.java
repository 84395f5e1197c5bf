package check;

/** main touches the field before start and after join only: nothing. */
public class StartJoin {
  int result;

  public static void main(String[] args) throws InterruptedException {
    StartJoin shared = new StartJoin();
    shared.result = 1;
    Thread thread = new Thread(() -> shared.result *= 2);
    thread.start();
    thread.join();
    System.out.println(shared.result);
  }
}

package check;

/** main reads while the thread may still write. */
public class NoJoin {
  int result; // expect: check.NoJoin.result

  public static void main(String[] args) {
    NoJoin shared = new NoJoin();
    Thread thread = new Thread(() -> shared.result = 2);
    thread.start();
    System.out.println(shared.result);
  }
}

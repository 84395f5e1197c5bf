package check;

/** The second thread is started after the first was joined: nothing. */
public class Phases {
  int step;

  void advance() {
    step++;
  }

  public static void main(String[] args) throws InterruptedException {
    Phases shared = new Phases();
    Thread first = new Thread(shared::advance);
    first.start();
    first.join();
    Thread second = new Thread(() -> shared.step = 7);
    second.start();
    second.join();
  }
}

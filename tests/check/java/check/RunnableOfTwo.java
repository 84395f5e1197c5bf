package check;

/** One Runnable that two threads run: each of them is there until it is joined itself. */
public class RunnableOfTwo {
  private static int both;
  private static int inTurn;
  private static int one; // expect: check.RunnableOfTwo.one
  private static int started; // expect: check.RunnableOfTwo.started

  private static synchronized void addBoth() {
    both++;
  }

  private static synchronized void addOne() {
    one++;
  }

  private static synchronized void addStarted() {
    started++;
  }

  private static void start(Thread thread) {
    thread.start();
  }

  public static void main(String[] args) throws InterruptedException {
    Runnable bothBody = RunnableOfTwo::addBoth;
    Thread first = new Thread(bothBody);
    Thread second = new Thread(bothBody);
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(both);

    Runnable turnBody = () -> inTurn++;
    Thread earlier = new Thread(turnBody);
    Thread later = new Thread(turnBody);
    earlier.start();
    earlier.join();
    inTurn++;
    later.start();
    later.join();
    System.out.println(inTurn);

    Runnable oneBody = RunnableOfTwo::addOne;
    Thread joined = new Thread(oneBody);
    Thread forgotten = new Thread(oneBody);
    joined.start();
    forgotten.start();
    joined.join();
    System.out.println(one);

    Runnable startedBody = RunnableOfTwo::addStarted;
    Thread waited = new Thread(startedBody);
    Thread left = new Thread(startedBody);
    start(waited);
    start(left);
    waited.join();
    System.out.println(started);
  }
}

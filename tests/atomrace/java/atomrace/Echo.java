package atomrace;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

/** Clients that send requests to a server whose workers keep four statistics without a lock, and one with. */
public final class Echo {
  private static final int CLIENTS = 10;
  private static final int REQUESTS = 40;
  private static final int WORKERS = 4;

  private record Request(String client, int number, CountDownLatch answered) {}

  private final BlockingQueue<Request> queue = new ArrayBlockingQueue<>(16);
  int requests;       // race
  long bytes;         // race
  String lastClient;  // race
  int largest;        // race
  private int answered;

  private void serve() {
    try {
      for (;;) {
        Request request = queue.take();
        if (request.number() < 0) return;
        requests++;
        bytes += request.client().length();
        lastClient = request.client();
        if (request.number() > largest) largest = request.number();
        synchronized (this) {
          answered++;
        }
        request.answered().countDown();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void send(String client) {
    try {
      for (int i = 0; i < REQUESTS; ++i) {
        CountDownLatch latch = new CountDownLatch(1);
        queue.put(new Request(client, i, latch));
        latch.await();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Echo echo = new Echo();
    Thread[] workers = new Thread[WORKERS];
    for (int i = 0; i < WORKERS; ++i) (workers[i] = new Thread(echo::serve, "worker-" + i)).start();
    Thread[] clients = new Thread[CLIENTS];
    for (int i = 0; i < CLIENTS; ++i) {
      String name = "client-" + i;
      (clients[i] = new Thread(() -> echo.send(name), name)).start();
    }
    for (Thread client : clients) client.join();
    for (int i = 0; i < WORKERS; ++i) echo.queue.put(new Request("", -1, new CountDownLatch(1)));
    for (Thread worker : workers) worker.join();
    System.out.println(echo.answered + " answered");
  }
}

package check;

import java.util.concurrent.Semaphore;

/** A semaphore that starts at nought signals: nothing. */
public class SignalSemaphore {
  private int data;

  public static void main(String[] args) throws InterruptedException {
    SignalSemaphore shared = new SignalSemaphore();
    Semaphore ready = new Semaphore(0);
    new Thread(() -> {
      shared.data = 1;
      ready.release();
    }).start();
    ready.acquire();
    System.out.println(shared.data);
  }
}

package check;

import java.util.concurrent.Exchanger;

/** Buffers that change hands: nothing. */
public class Exchanged {
  static class Buffer {
    int used;
  }

  public static void main(String[] args) {
    Exchanger<Buffer> exchanger = new Exchanger<>();
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        try {
          Buffer own = new Buffer();
          own.used = 1;
          Buffer other = exchanger.exchange(own);
          other.used++;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }).start();
    }
  }
}

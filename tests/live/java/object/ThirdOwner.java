package object;

import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** Made here, handed to one thread, then to another. The first hand-over is free, the second needs a lock. */
public class ThirdOwner {
  static final class Box {  // expect: predicted object.ThirdOwner$Box
    int value;

    void put(int value) {
      this.value = value;
    }
  }

  public static void main(String[] args) throws Exception {
    Box box = new Box();
    CyclicBarrier turn = new CyclicBarrier(2);
    Threads.together(
        () -> {
          box.put(1);
          turn.await();
          turn.await();
        },
        () -> {
          turn.await();
          box.put(2);
          turn.await();
        });
  }
}

package silent;

import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.Pipe;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** An interrupt is known of by whatever tells of it: on the way of the exception, by one of input and output, in a pool. */
public class InterruptsInPassing {
  static int data;

  static void interrupt(Threads.Body body) throws InterruptedException {
    Thread thread = Threads.start(body);
    data = 1;
    thread.interrupt();
    thread.join();
    Check.same(2, data);
  }

  static void sleep() throws InterruptedException {
    try {
      Thread.sleep(100_000);
    } finally {
      data++;
    }
  }

  public static void main(String[] args) throws Exception {
    interrupt(() -> {
      try {
        sleep();
      } catch (InterruptedException expected) {
        // What is to be seen is in sleep.
      }
    });
    Pipe pipe = Pipe.open();
    interrupt(() -> {
      try {
        pipe.source().read(ByteBuffer.allocate(1));
      } catch (ClosedByInterruptException expected) {
        data++;
      }
    });
    pipe.sink().close();
    try (PipedInputStream in = new PipedInputStream(new PipedOutputStream())) {
      interrupt(() -> {
        try {
          in.read();
        } catch (InterruptedIOException expected) {
          data++;
        }
      });
    }
    // A worker that begins a task when the pool is to stop interrupts itself.
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    pool.submit(() -> {
      begun.countDown();
      return Check.class;
    });
    begun.await();
    CountDownLatch ended = new CountDownLatch(1);
    pool.submit(() -> {
      try {
        never.await();
        return null;
      } finally {
        data++;
        ended.countDown();
      }
    });
    data = 3;
    if (pool.shutdownNow().isEmpty()) {
      ended.await();
      Check.same(4, data);
    }
    pool.awaitTermination(1, TimeUnit.DAYS);
  }
}

package silent;

import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import support.Check;
import support.Threads;

/** Arrays that are given to the JDK, one thread after the other; and parts that nobody else touches. */
public class GivenArrays {
  /** Fills what it is given under its own lock. */
  static final class Locked extends InputStream {
    @Override
    public synchronized int read() {
      return 7;
    }

    @Override
    public synchronized int read(byte[] into, int from, int count) {
      into[from]++;
      return 1;
    }
  }

  public static void main(String[] args) throws Exception {
    reused();
    locked();
    parts();
    System.out.println("given");
  }

  /** A buffer that is used again when the other side says that it has what was sent. */
  static void reused() throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out);
    SynchronousQueue<Integer> taken = new SynchronousQueue<>();
    byte[] buffer = new byte[4];
    Threads.together(
        () -> {
          for (int i = 0; i < 5; i++) {
            Arrays.fill(buffer, (byte) i);
            out.write(buffer);
            out.flush();
            taken.take();
          }
        },
        () -> {
          byte[] read = new byte[4];
          for (int i = 0; i < 5; i++) {
            for (int got = 0; got < 4; ) got += in.read(read, got, 4 - got);
            buffer[i % 4]++;
            taken.put((int) read[3]);
          }
        });
  }

  static void locked() throws Exception {
    Locked stream = new Locked();
    byte[] shared = new byte[2];
    Threads.Body reader = () -> {
      for (int i = 0; i < 10; i++) Check.same(1, stream.read(shared, 0, 1));
    };
    Threads.together(reader, reader, () -> {
      synchronized (stream) {
        shared[0]++;
      }
    });
    Check.same((byte) 21, shared[0]);
  }

  /** Each thread has its part, or asks for what is not in the elements. */
  static void parts() throws Exception {
    char[] letters = new char[8];
    byte[] bytes = new byte[16];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    Integer[] boxed = {1, 2, 3};
    Threads.together(
        () -> {
          letters[0]++;
          buffer.putInt(0, 1);
          boxed[2] = 4;
        },
        () -> {
          Check.same(4, new String(letters, 4, 4).length());
          Check.same(0, buffer.getInt(4));
          Check.same(1, Arrays.stream(boxed).findFirst().get());
        },
        () -> {
          letters[1]++;
          bytes[8]++;
          Check.same(3L, Arrays.stream(boxed).count());
          Check.same(2, List.of(boxed[0], boxed[1]).size());
        });
  }
}

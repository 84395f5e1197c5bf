package silent;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import support.Check;
import support.Threads;

/** Bytes through a pipe: what was written before a byte is there for who has read it. */
public class PipedStreams {
  static int announced;

  public static void main(String[] args) throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out, 16);
    Threads.together(
        () -> {
          byte[] buffer = new byte[8];
          for (int i = 0; i < 8; i++) buffer[i] = (byte) i;
          for (int i = 0; i < 4; i++) out.write(buffer, 0, 8);
          announced = 5;
          out.write(100);
          out.close();
        },
        () -> {
          int sum = 0;
          for (int i = 0; i < 33; i++) sum += in.read();
          Check.result(217, sum + announced);
        });
  }
}

package silent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import support.Check;
import support.Threads;

/** Streams of one's own below those of the JDK, which call them under a lock. */
public class StreamsBelow {
  static final class Sink extends OutputStream {
    int count;

    @Override
    public void write(int ignored) {
      count++;
    }
  }

  static final class Letters extends Writer {
    int count;

    @Override
    public void write(char[] ignored, int from, int length) {
      count += length;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  static final class Source extends InputStream {
    int count;

    @Override
    public int read() {
      return count < 100 ? ++count % 10 == 0 ? '\n' : 'x' : -1;
    }
  }

  static void twice(Threads.Body body) throws InterruptedException {
    Threads.together(body, body);
  }

  public static void main(String[] args) throws Exception {
    Sink sink = new Sink();
    PrintStream printed = new PrintStream(sink);
    BufferedOutputStream buffered = new BufferedOutputStream(new PrintStream(sink), 4);
    twice(() -> {
      for (int i = 0; i < 20; i++) printed.print("abc");
      printed.flush();
    });
    twice(() -> {
      for (int i = 0; i < 20; i++) buffered.write(i);
      buffered.flush();
    });
    PrintWriter encoded = new PrintWriter(new OutputStreamWriter(sink, "US-ASCII"));
    twice(() -> {
      for (int i = 0; i < 20; i++) encoded.print("abc");
      encoded.flush();
    });
    Letters letters = new Letters();
    PrintWriter direct = new PrintWriter(letters);
    twice(() -> {
      for (int i = 0; i < 20; i++) direct.print("abc");
    });
    BufferedWriter gathered = new BufferedWriter(letters, 4);
    twice(() -> {
      for (int i = 0; i < 20; i++) gathered.write("abc");
      gathered.flush();
    });
    Check.result(2 * (60 + 20 + 60 + 60 + 60), sink.count + letters.count);
    readers();
  }

  static void readers() throws Exception {
    Source lines = new Source();
    BufferedReader reader = new BufferedReader(new InputStreamReader(lines, "US-ASCII"));
    twice(() -> {
      while (reader.readLine() != null) Thread.onSpinWait();
    });
    Source bytes = new Source();
    BufferedInputStream stream = new BufferedInputStream(bytes, 4);
    twice(() -> {
      while (stream.read() >= 0) Thread.onSpinWait();
    });
    Check.result(200, lines.count + bytes.count);
  }
}

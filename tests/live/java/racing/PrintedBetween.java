package racing;

import java.io.DataOutputStream;
import java.io.OutputStream;
import support.Threads;

/** Printing orders nobody, and a filter hands its calls down without a lock. */
public class PrintedBetween {
  static int printed;  // expect: observed racing.PrintedBetween.printed

  static final class Sink extends OutputStream {
    int count;  // expect: observed racing.PrintedBetween$Sink.count

    @Override
    public void write(int ignored) {
      count++;
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println();
    Threads.race(
        () -> {
          printed = 1;
          System.out.println("first");
        },
        () -> {
          System.out.println("second");
          printed = 2;
        });
    Sink sink = new Sink();
    Threads.race(() -> new DataOutputStream(sink).writeByte(1), () -> new DataOutputStream(sink).writeByte(2));
  }
}

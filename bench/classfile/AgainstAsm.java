import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * {@code AgainstAsm CONTAINER BENCH_CLASSFILE [ROUNDS]}: reads and writes the container's classes with ASM, lets our
 * program do the same in turn, and prints what each took. README.md says what is compared with what.
 */
final class AgainstAsm {
  /** What is compared: a name, what our program is asked for, and whether ASM's writer is given the reader. */
  private enum Mode {
    READ_WRITE("read+write", "copy", false),
    REENCODE("reencode", "reencode", false),
    COPY("copy", "copy", true);

    final String label;
    final String asked;
    final boolean writerHasReader;

    Mode(String label, String asked, boolean writerHasReader) {
      this.label = label;
      this.asked = asked;
      this.writerHasReader = writerHasReader;
    }
  }

  private final List<byte[]> classes = new ArrayList<>();
  private long totalBytes;
  private long sink;

  public static void main(String[] arguments) throws IOException, InterruptedException {
    AgainstAsm bench = new AgainstAsm(Path.of(arguments[0]));
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 15;
    Process ours = new ProcessBuilder(arguments[1], arguments[0])
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (PrintStream ask = new PrintStream(ours.getOutputStream(), true);
        BufferedReader answers = new BufferedReader(new InputStreamReader(ours.getInputStream()))) {
      bench.run(rounds, ask, answers);
    }
    System.exit(ours.waitFor());
  }

  private AgainstAsm(Path container) throws IOException {
    byte[] all = Files.readAllBytes(container);
    DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(all));
    while (in.available() > 0) {
      in.skipNBytes(in.readUnsignedShort());
      byte[] bytes = in.readNBytes(in.readInt());
      totalBytes += bytes.length;
      classes.add(bytes);
    }
  }

  private void run(int rounds, PrintStream ask, BufferedReader answers) throws IOException {
    int warmed = 0;
    for (Mode mode : Mode.values()) warmed += warmUp(mode);
    System.out.printf("%d classes, %.1f MB; ASM warmed up with %d passes; %d rounds, each side in turn%n",
        classes.size(), totalBytes / 1e6, warmed, rounds);
    for (Mode mode : Mode.values()) {
      long[] asm = new long[rounds];
      long[] own = new long[rounds];
      for (int i = 0; i < rounds; i++) {
        asm[i] = pass(mode);
        ask.println(mode.asked);
        String answer = answers.readLine();
        if (answer == null) throw new IOException("our program ended");
        own[i] = Long.parseLong(answer);
      }
      Arrays.sort(asm);
      Arrays.sort(own);
      int middle = rounds / 2;
      System.out.printf("%-10s ours median %6.1f best %6.1f MB/s   ASM median %6.1f best %6.1f MB/s"
              + "   ratio of medians %.2f of bests %.2f%n",
          mode.label, speed(own[middle]), speed(own[0]), speed(asm[middle]), speed(asm[0]),
          (double) asm[middle] / own[middle], (double) asm[0] / own[0]);
    }
    if (sink == 42) System.out.println();
  }

  private double speed(long nanoseconds) {
    return totalBytes * 1e3 / nanoseconds;
  }

  /** Until ten passes bring no gain of 1 % on the best so far. */
  private int warmUp(Mode mode) {
    long best = Long.MAX_VALUE;
    int passes = 0;
    for (int sinceGain = 0; sinceGain < 10; passes++) {
      long taken = pass(mode);
      sinceGain = taken < best * 0.99 ? 0 : sinceGain + 1;
      best = Math.min(best, taken);
    }
    return passes;
  }

  private long pass(Mode mode) {
    long begin = System.nanoTime();
    for (byte[] bytes : classes) {
      ClassReader reader = new ClassReader(bytes);
      // With the reader at hand the writer takes over the constant pool, and whole methods that nobody looked into.
      ClassWriter writer = mode.writerHasReader ? new ClassWriter(reader, 0) : new ClassWriter(0);
      reader.accept(writer, 0);
      sink += writer.toByteArray().length;
    }
    return System.nanoTime() - begin;
  }
}

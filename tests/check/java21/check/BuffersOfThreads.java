package check;

import java.util.concurrent.ConcurrentLinkedQueue;

/** What a ThreadLocal holds is each thread's own, unless it is given to others. */
public class BuffersOfThreads {
  static class Buffer {
    int own;
  }

  static class Leaked {
    int size; // expect: check.BuffersOfThreads$Leaked.size
  }

  private static final ThreadLocal<Buffer> BUFFER = ThreadLocal.withInitial(Buffer::new);
  private static final ConcurrentLinkedQueue<Leaked> ALL = new ConcurrentLinkedQueue<>();
  private static final ThreadLocal<Leaked> LEAKED =
      ThreadLocal.withInitial(
          () -> {
            Leaked made = new Leaked();
            ALL.add(made);
            return made;
          });

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(
              () -> {
                BUFFER.get().own++;
                LEAKED.get().size++;
              })
          .start();
    }
    for (Leaked leaked : ALL) System.out.println(leaked.size);
  }
}

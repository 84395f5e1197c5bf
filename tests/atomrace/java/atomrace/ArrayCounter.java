package atomrace;

/**
 * Elements of arrays that two threads count with, and one that a third writes to while they write back what they have
 * read. Prints what was lost; status 3 if anything was.
 */
public final class ArrayCounter {
  private static final int NOTHING = Integer.getInteger("nothing", 0);
  private final int[] counts = new int[2];
  private final String[] words = {""};

  private final long[] slots = new long[1];

  private synchronized long at(int i) {
    return slots[i];
  }

  private synchronized void put(int i, long value) {
    slots[i] = value;
  }

  private void count(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      counts[0]++;  // violation
      words[0] = words[0] + "x";  // violation
      put(0, at(0) + 1);  // violation, though each access holds a lock
      counts[1] += NOTHING;  // violation, by what is set
    }
  }

  private int set(int rounds) {
    int lost = 0;
    for (int i = 1; i <= rounds; ++i) {
      if (counts[1] != i - 1) ++lost;
      counts[1] = i;
    }
    return lost;
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    ArrayCounter counter = new ArrayCounter();
    Thread one = new Thread(() -> counter.count(rounds), "counter-1");
    Thread two = new Thread(() -> counter.count(rounds), "counter-2");
    one.start();
    two.start();
    int set = counter.set(rounds);
    one.join();
    two.join();
    int counts = 2 * rounds - counter.counts[0];
    int words = 2 * rounds - counter.words[0].length();
    long slots = 2 * rounds - counter.slots[0];
    System.out.println(counts + " counts, " + words + " words, " + slots + " slots, " + set + " settings lost");
    if (counts != 0 || slots != 0 || words != 0 || set != 0) System.exit(3);
  }
}

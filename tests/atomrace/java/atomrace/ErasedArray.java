package atomrace;

/**
 * Two threads lengthen a word in an array, each in a section of its own, while a third one puts words there and takes them
 * back by way of code that knows the array as one of objects only. Prints what was lost; status 3 if anything was.
 */
public final class ErasedArray {
  /** What is kept in an array of its own type, though this does not know which. */
  static final class Slots<T> {
    private final Object[] slots;

    Slots(T[] slots) {
      this.slots = slots;
    }

    void set(int i, T value) {
      slots[i] = value;
    }
  }

  private final String[] words = {"", ""};
  private final Slots<String> erased = new Slots<>(words);

  private void lengthen(int rounds) {
    for (int i = 0; i < rounds; ++i) words[0] = words[0] + "x";
  }

  private void keep(int rounds) {
    for (int i = 0; i < rounds; ++i) words[1] = words[1] + "";
  }

  private int put(int rounds) {
    int lost = 0;
    for (int i = 0; i < rounds; ++i) {
      String word = "word " + i;
      erased.set(1, word);
      if (words[1] != word && !words[1].equals(word)) ++lost;
    }
    return lost;
  }

  private static boolean refuses() {
    Object[] numbers = new Integer[1];
    Object[] few = new String[1];
    int refused = 0;
    try {
      numbers[0] = "not a number";
    } catch (ArrayStoreException e) {
      ++refused;
    }
    try {
      few[0] = 1;
    } catch (ArrayStoreException e) {
      ++refused;
    }
    try {
      few[1] = "too far";
    } catch (ArrayIndexOutOfBoundsException e) {
      ++refused;
    }
    return refused == 3;
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    ErasedArray array = new ErasedArray();
    Thread one = new Thread(() -> array.lengthen(rounds), "one");
    Thread two = new Thread(() -> array.lengthen(rounds), "two");
    Thread three = new Thread(() -> array.keep(rounds), "three");
    for (Thread each : new Thread[] {one, two, three}) each.start();
    int put = array.put(rounds);
    for (Thread each : new Thread[] {one, two, three}) each.join();
    int letters = 2 * rounds - array.words[0].length();
    System.out.println(letters + " letters, " + put + " words lost, " + (refuses() ? "bad stores refused" : "bad stores taken"));
    if (letters != 0 || put != 0) System.exit(3);
  }
}

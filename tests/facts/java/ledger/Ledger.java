package ledger;

/** Something for each argument of closed facts, and a race. One place can be made to publish what nobody else knows. */
public class Ledger {
  static class Box {
    int value;
  }

  static class Adder {
    void addTo(Box box) {
      box.value++;
    }
  }

  static int rate; // set before there are threads
  static final Box shared = new Box();
  static Box published;

  public static void main(String[] arguments) throws Exception {
    int[] own = {1, 2, 3}; // local
    rate = own[1];
    Box mine = new Box();
    new Adder().addTo(mine); // not local, but unshared
    hand(null); // published = mine;
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      threads[i] = new Thread(Ledger::work);
      threads[i].start();
    }
    mine.value += 2;
    for (Thread thread : threads) thread.join();
    System.out.println("value " + mine.value + ", " + (shared.value > 0));
  }

  static void hand(Box box) {
    published = box;
  }

  static void work() {
    shared.value = shared.value + rate;
    if (published != null) published.value = 9;
  }
}

package check;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Words that are in a field where there may be everybody's as well, and are given away from there. */
public class GivenByField {
  static class Words {
    int count; // expect: check.GivenByField$Words.count
  }

  static class Holder {
    Words words;
  }

  static final Words COMMON = new Words();
  static final List<Words> ALL = new CopyOnWriteArrayList<>();

  static void make(boolean common) {
    Words own = new Words();
    Holder holder = new Holder();
    holder.words = own;
    if (common) {
      holder.words = COMMON;
    }
    ALL.add(holder.words);
    own.count++;
  }

  public static void main(String[] args) {
    new Thread(() -> make(args.length > 0)).start();
    new Thread(
            () -> {
              for (Words words : ALL) {
                System.out.println(words.count);
              }
            })
        .start();
  }
}

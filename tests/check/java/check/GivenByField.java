package check;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Words that are in a field where there may be everybody's as well, and are given away from there. */
public class GivenByField {
  static class Words {
    int count; // expect: check.GivenByField$Words.count
  }

  static class Lines {
    int count; // expect: check.GivenByField$Lines.count
  }

  static class Holder {
    Words words;
    private Lines lines;

    void setLines(Lines lines) {
      this.lines = lines;
    }

    Lines lines() {
      return lines;
    }
  }

  static final Words COMMON = new Words();
  static final Lines COMMON_LINES = new Lines();
  static final List<Words> ALL = new CopyOnWriteArrayList<>();
  static final List<Lines> ALL_LINES = new CopyOnWriteArrayList<>();

  static void make(boolean common) {
    Words own = new Words();
    Holder holder = new Holder();
    holder.words = own;
    if (common) {
      holder.words = COMMON;
    }
    ALL.add(holder.words);
    own.count++;
    Lines lines = new Lines();
    holder.setLines(lines);
    if (common) {
      holder.setLines(COMMON_LINES);
    }
    ALL_LINES.add(holder.lines());
    lines.count++;
  }

  public static void main(String[] args) {
    new Thread(() -> make(args.length > 0)).start();
    new Thread(
            () -> {
              for (Words words : ALL) {
                System.out.println(words.count);
              }
              for (Lines lines : ALL_LINES) {
                System.out.println(lines.count);
              }
            })
        .start();
  }
}

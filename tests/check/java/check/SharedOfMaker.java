package check;

import java.util.ArrayList;
import java.util.List;

/** As ListsOfOneMaker, but the threads fill the one that they share. */
public class SharedOfMaker {
  private static final List<Note> SHARED = make();
  private static final List<Note> OTHERS = make();

  static class Note {
    int length;
  }

  private static <T> List<T> make() {
    return new ArrayList<>(4);
  }

  private static void fill() {
    SHARED.add(new Note()); // expect: java.util.ArrayList
    for (Note each : SHARED) {
      each.length++; // expect: check.SharedOfMaker$Note.length
    }
    System.out.println(OTHERS.size());
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(SharedOfMaker::fill).start();
    }
  }
}

package objects;

import java.io.Serializable;

/** Accesses of which it is known that they are of one object, and of which it is not; and arrays of known types. */
final class Places {
  int count;
  Places next;

  void twiceThis(boolean again) {
    if (count == 0 || again) count = 1;
  }

  void sameFromAField() {
    next.count++;
  }

  void sameInALocal(Places other) {
    int old = other.count;
    other.count = old + 1;
  }

  void anotherInTheLocal(Places other) {
    int old = other.count;
    other = next;
    other.count = old;
  }

  void perhapsAnother(Places other, boolean turn) {
    int old = other.count;
    if (turn) other = next;
    other.count = old;
  }

  static void thisIsAParameter(Places here, boolean again) {
    if (here.count == 0 || again) here.count = 1;
  }

  // ---- arrays

  static void declared(String[] words, Object[] things) {
    words[0] = "";
    things[0] = "";
  }

  static Object joined(boolean turn, String[] words, Integer[] numbers) {
    Serializable[] either = turn ? words : numbers;
    return either[0];
  }

  static Object inner(Places[][] all) {
    return all[0][1];
  }
}

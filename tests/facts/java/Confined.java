import java.util.Arrays;
import java.util.function.Supplier;

/** Methods whose arrays and objects stay with them (all their accesses are dropped), and some that let them out (none). */
class Confined {
  static Object global;
  int value;
  volatile int flag;
  Confined next;

  Confined() {}

  Confined(Confined next) {
    this.next = next;
  }

  static class Other {
    int value;
  }

  static int staysArray(int n) {
    int[] all = new int[n];
    all[0] = 1;
    return all[0] + all.length;
  }

  static int staysObject() {
    Confined made = new Confined();
    made.value = 2;
    return made.value;
  }

  static int staysLinked() {
    Confined made = new Confined(new Confined());
    made.next.value = 3;
    return made.next.value;
  }

  static int staysInOwnMethods() {
    int[] all = {1, 2, 3};
    fill(all, 4);
    Confined made = new Confined();
    made.add(all[0]);
    return made.value;
  }

  private static void fill(int[] all, int with) {
    for (int i = 0; i < all.length; i++) all[i] = with;
  }

  private void add(int what) {
    value += what;
  }

  static int staysCopied() {
    int[] all = {3, 1, 2};
    int[] copy = all.clone();
    System.arraycopy(all, 0, copy, 1, 2);
    Arrays.sort(copy);
    return copy[0] + all[0];
  }

  static int staysFromOwnFactory() {
    int[] all = make();
    all[0] = 5;
    return all[0];
  }

  private static int[] make() {
    return new int[3];
  }

  static int staysUnderLock() {
    Confined made = new Confined();
    synchronized (made) {
      made.value = 1;
    }
    return made.value;
  }

  static int staysOnEitherPath(boolean which) {
    int[] all = which ? new int[2] : new int[3];
    all[1] = 6;
    return all[1];
  }

  static void leavesToStatic() {
    Confined made = new Confined();
    made.value = 1;
    global = made;
  }

  static int leavesAsParameter(int[] all) {
    all[0] = 1;
    return all[0];
  }

  int leavesAsThis() {
    value = 1;
    return value;
  }

  static int[] leavesAsResult() {
    int[] all = new int[1];
    all[0] = 1;
    return all;
  }

  static int leavesMixed(Confined given, boolean which) {
    Confined made = new Confined();
    Confined either = which ? made : given;
    either.value = 1;
    return made.value;
  }

  static Supplier<Integer> leavesCaptured() {
    Confined made = new Confined();
    made.value = 1;
    return () -> made.value;
  }

  static void leavesToOwnMethod() {
    Confined made = new Confined();
    made.value = 1;
    keep(made);
  }

  private static void keep(Confined made) {
    global = made.value > 0 ? made : null;
  }

  static void leavesToRecursion(int n) {
    int[] all = new int[n];
    all[0] = 1;
    walk(all, n);
  }

  private static void walk(int[] all, int n) {
    if (n > 0) walk(all, n - 1);
    global = all;
  }

  static int leavesToReplaceable() {
    Confined made = new Confined();
    made.value = 1;
    return made.replaceable();
  }

  int replaceable() {
    return 1;
  }

  static int leavesToUnknown() {
    int[] all = new int[1];
    all[0] = 1;
    return Arrays.asList(all).size();
  }

  static int leavesOfOtherClass() {
    Other made = new Other();
    made.value = 1;
    return made.value;
  }

  static int leavesVolatile() {
    Confined made = new Confined();
    made.flag = 1;
    return made.flag;
  }

  static int leavesFromForeignPart(Confined given) {
    Confined made = new Confined();
    Confined[] pair = new Confined[1];
    made = given;
    return made.value + pair.length;
  }

  static native void look(int[] all);

  static void leavesToNative() {
    int[] all = new int[1];
    all[0] = 1;
    look(all);
  }
}

/** What the collector hands to a thread of its own. */
class Finalized {
  int value;

  static int leavesAtTheEnd() {
    Finalized made = new Finalized();
    made.value = 1;
    return made.value;
  }

  @Override
  @SuppressWarnings({"deprecation", "removal"})
  protected void finalize() {
    value = 2;
  }
}

/** Whose constructor nobody knows here. */
class Derived extends Confined {
  int more;

  static int leavesToSuper() {
    Derived made = new Derived();
    made.more = 1;
    return made.more;
  }
}

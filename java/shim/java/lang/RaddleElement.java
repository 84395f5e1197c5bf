package java.lang;

import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for healing atomic sections on array elements. It uses RaddleGuard's guards, found by the
 * identity of the array and the index. The array's type is only known at the access itself. An access that will fail
 * does not count.
 */
public final class RaddleElement {
  private RaddleElement() {}

  // ---- accesses in the method that a section lies in

  /** Before an access with which a section begins. */
  @DontInline
  public static int enter(Object array, int index, int handle, int site) {
    if (!isGuarded(array, index)) return handle;
    int hash = hashOf(array, index);
    int number = RaddleGuard.numberOf(0, hash);
    return handle == 0
        ? RaddleGuard.take(number, hash, site)
        : RaddleGuard.takeAnew(number, hash, handle, site);
  }

  /** Before an access with which a section ends, if it is to the element with which the section began. */
  @DontInline
  public static int reach(Object array, int index, int handle, int site) {
    if (!isGuarded(array, index)) return handle;
    int hash = hashOf(array, index);
    int number = RaddleGuard.numberOf(0, hash);
    if (RaddleGuard.isOn(handle, number, hash)) return RaddleGuard.ending(handle);
    if (RaddleGuard.isTaken(number)) passBy(array, number, hash, site);
    return handle;
  }

  // ---- accesses outside of sections
  //
  // An access that some section does not allow. If nobody has asked an array for its identity, no section has ever
  // begun on it.

  @ForceInline
  public static void pass(Object array, int index, int site) {
    if (array != null && !RaddleGuard.isUnasked(array)) passCall(array, index, site);
  }

  @DontInline
  private static void passCall(Object array, int index, int site) {
    if (!isGuarded(array, index)) return;
    int hash = hashOf(array, index);
    int number = RaddleGuard.numberOf(0, hash);
    if (RaddleGuard.isTaken(number)) passBy(array, number, hash, site);
  }

  private static void passBy(Object array, int number, int hash, int site) {
    name0(array, site);
    RaddleGuard.passBy(number, hash, site);
  }

  /** With the healing lock: before a write. While the write lasts, no section can begin. */
  @DontInline
  public static int guest(Object array, int index, int site) {
    if (!isGuarded(array, index)) return 0;
    int hash = hashOf(array, index);
    int number = RaddleGuard.numberOf(0, hash);
    if (RaddleGuard.isTaken(number)) name0(array, site);
    return RaddleGuard.take(number, hash, site);
  }

  /** The same for storing a reference, which the array may refuse. */
  @DontInline
  public static int guest(Object array, int index, Object value, int site) {
    boolean refused = array != null && value != null && !array.getClass().getComponentType().isInstance(value);
    return refused ? 0 : guest(array, index, site);
  }

  private static boolean isGuarded(Object array, int index) {
    return array != null && RaddleAtom.hasSections(array.getClass()) && index >= 0 && index < Array.getLength(array);
  }

  private static int hashOf(Object array, int index) {
    return RaddleGuard.hashOf(array) * 31 + index;
  }

  // ---- the agent

  /** Names the element, before somebody may have to be told what was waited for here. */
  private static native void name0(Object array, int site);
}

package java.lang;

import java.lang.invoke.RaddlePhase;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for atomrace, noise and atomic sections: right before each access, and at the ends of sections.
 *
 * <p>A byte for each site says whether the agent wants to be told: one load from a fixed address. It is a plain one on
 * purpose. A stronger one would keep the compiler from moving the program's own accesses; a stale one costs a chance to
 * see something and can order nothing. In a quiet phase (RaddlePhase) there is not even that in hot code.
 */
public final class RaddleAtom {
  private static final Unsafe U = Raddle.U;
  private static final long QUIET = quiet0();
  private static final long ARRAYS = arrays0();

  private RaddleAtom() {}

  @ForceInline
  public static void field(Object o, int site) {
    if (U.getByte(QUIET + site) == 0 && !RaddlePhase.isQuiet()) stopField(o, site);
  }

  /** At a method's entry: whether elements of arrays are to be asked about until it returns. */
  @ForceInline
  public static int arrays() {
    return RaddlePhase.isQuiet() ? 0 : U.getByte(ARRAYS);
  }

  @ForceInline
  public static void element(Object array, int index, int site) {
    if (U.getByte(QUIET + site) == 0 && !RaddlePhase.isQuiet()) stopElement(array, index, site);
  }

  /** Before a reference is stored, which the array may refuse. */
  @ForceInline
  public static void store(Object array, int index, Object value, int site) {
    if (U.getByte(QUIET + site) == 0 && !RaddlePhase.isQuiet()) stopStore(array, index, value, site);
  }

  @ForceInline
  public static void statics(int site) {
    if (U.getByte(QUIET + site) == 0 && !RaddlePhase.isQuiet()) stopStatic(site);
  }

  // An access that will fail is none: null, out of bounds, a value that the array refuses.

  @DontInline
  private static void stopField(Object o, int site) {
    if (o == null) return;
    knowField(o, site);
    stop(o, -1, site);
  }

  @DontInline
  private static void stopElement(Object array, int index, int site) {
    if (array != null) stop(array, index, site);
  }

  @DontInline
  private static void stopStore(Object array, int index, Object value, int site) {
    if (array == null || (value != null && !array.getClass().getComponentType().isInstance(value))) return;
    stop(array, index, site);
  }

  @DontInline
  private static void stopStatic(int site) {
    knowStatic(site);
    stop(null, -1, site);
  }

  private static void knowField(Object o, int site) {
    if (isKnown0(site)) return;
    String owner = Raddle.siteText0(site, 0);
    Class<?> c = o.getClass();
    while (c != null && !c.getName().equals(owner)) c = c.getSuperclass();
    know0(site, c);
  }

  private static void knowStatic(int site) {
    if (isKnown0(site)) return;
    Class<?> c = null;
    try {
      c = Class.forName(Raddle.siteText0(site, 0), false, Raddle.loader0(site));
    } catch (Throwable none) {
      // a class that cannot be looked at is not watched
    }
    know0(site, c);
  }

  private static void stop(Object o, int index, int site) {
    Thread thread = Thread.currentThread();
    stop0(o, index, o == null ? 0 : System.identityHashCode(o), site, thread, Raddle.idOf(thread));
  }

  // ---- atomic sections: the activation is a number for one call of the method that a section lies in; 0 is none yet

  /** Before an access at which sections begin or end; the object is null for a static. Returns the activation. */
  @DontInline
  public static int section(Object o, int activation, int site) {
    if (o != null) knowField(o, site);
    else if (isStatic0(site)) knowStatic(site);
    else return activation;  // the access will fail
    return section(o, -1, activation, site);
  }

  @DontInline
  public static int sectionElement(Object array, int index, int activation, int site) {
    return array == null ? activation : section(array, index, activation, site);
  }

  private static int section(Object o, int index, int activation, int site) {
    Thread thread = Thread.currentThread();
    int hash = o == null ? 0 : System.identityHashCode(o);
    return section0(o, index, hash, activation, site, thread, Raddle.idOf(thread));
  }

  /** Behind an access with which sections end. */
  @DontInline
  public static void passed(int site) {
    Thread thread = Thread.currentThread();
    passed0(site, thread, Raddle.idOf(thread));
  }

  /** Around a call in which a section begins or ends. */
  @DontInline
  public static int calling(int activation, int site) {
    return calling0(activation, site, Raddle.idOf(Thread.currentThread()));
  }

  @DontInline
  public static void called(int activation, int site) {
    called0(activation, site, Raddle.idOf(Thread.currentThread()));
  }

  @ForceInline
  public static void exit(int activation, int site) {
    if (activation != 0) exit0(activation, site, Raddle.idOf(Thread.currentThread()));
  }

  @ForceInline
  public static void leave(int activation) {
    if (activation != 0) exit0(activation, 0, Raddle.idOf(Thread.currentThread()));
  }

  // ---- the agent

  static native long quiet0();

  static native long arrays0();

  static native boolean isKnown0(int site);

  /** The class that the instruction names as the field's owner; null where there is no finding it. */
  static native void know0(int site, Class<?> owner);

  static native boolean isStatic0(int site);

  static native int section0(Object o, int index, int hash, int activation, int site, Thread thread, long tid);

  static native void passed0(int site, Thread thread, long tid);

  static native int calling0(int activation, int site, long tid);

  static native void called0(int activation, int site, long tid);

  /** Site 0: all that the activation has begun. */
  static native void exit0(int activation, int site, long tid);

  static native void stop0(Object o, int index, int hash, int site, Thread thread, long tid);
}

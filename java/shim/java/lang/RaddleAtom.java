package java.lang;

import java.lang.invoke.RaddlePhase;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls for atomrace, noise and atomic sections: just before each access, and at the ends of sections.
 *
 * <p>A byte for each site says whether the agent wants to be told. Testing it is one load from a fixed address. The
 * load is a plain one on purpose. A stronger one would keep the compiler from moving the program's own accesses. A
 * stale value costs a chance to see something, and can order nothing. In a quiet phase (RaddlePhase), hot code does not
 * even make this test.
 */
public final class RaddleAtom {
  private static final Unsafe U = Raddle.U;
  private static final long QUIET = quiet0();
  private static final long ARRAYS = arrays0();
  // Kinds of variables, numbered as in atoms/section.h.
  private static final int ELEMENT = 1;
  private static final int COLLECTION = 2;
  private static final long ON_COLLECTIONS = openOn0(COLLECTION, true);
  private static final long OPEN_COLLECTIONS = openOn0(COLLECTION, false);
  private static final long ON_ELEMENTS = openOn0(ELEMENT, true);
  private static final long OPEN_ELEMENTS = openOn0(ELEMENT, false);
  private static final String[] ARRAY_TYPES = arrayTypes0().split(" "); // array types with sections on elements; "": any

  private RaddleAtom() {}

  @ForceInline
  public static void field(Object o, int site) {
    if (!RaddlePhase.isQuiet(site) && U.getByte(QUIET + site) == 0) stopField(o, site);
  }

  /** At a method's entry: whether the method tells of array elements until it returns. */
  @ForceInline
  public static int arrays(int site) {
    return RaddlePhase.isQuiet(site) ? 0 : U.getByte(ARRAYS);
  }

  @ForceInline
  public static void element(Object array, int index, int site) {
    if (!RaddlePhase.isQuiet(site) && U.getByte(QUIET + site) == 0) stopElement(array, index, site);
  }

  /** Before a reference is stored; the array may refuse it. */
  @ForceInline
  public static void store(Object array, int index, Object value, int site) {
    if (!RaddlePhase.isQuiet(site) && U.getByte(QUIET + site) == 0) stopStore(array, index, value, site);
  }

  @ForceInline
  public static void statics(int site) {
    if (!RaddlePhase.isQuiet(site) && U.getByte(QUIET + site) == 0) stopStatic(site);
  }

  // An access that will fail does not count: to null, out of bounds, or with a value that the array refuses.

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
      c = RaddlePlace.ownerAt(site);
    } catch (Throwable none) {
      // a class that cannot be looked at is not watched
    }
    know0(site, c);
  }

  /** For RaddleGuard. The object is null for a static, or for an access that will fail. */
  static void know(Object o, int site) {
    if (o != null) knowField(o, site);
    else if (isStatic0(site)) knowStatic(site);
  }

  /** For RaddleGuard: holds the thread up if there is noise at the site. */
  @DontInline
  static void noise(Object o, int site) {
    if (!isKnown0(site)) return;
    Thread thread = Thread.currentThread();
    noise0(o, o == null ? 0 : System.identityHashCode(o), site, thread, Raddle.idOf(thread));
  }

  /** A thread that reads a StampedLock's data optimistically is allowed to meet the writer. */
  private static void stop(Object o, int index, int site) {
    if (Raddle.speculates() && !isWrite0(site)) return;
    Thread thread = Thread.currentThread();
    stop0(o, index, o == null ? 0 : System.identityHashCode(o), site, thread, Raddle.idOf(thread));
  }

  // ---- healing: array elements that are in no section of their method. Returns 0 if nobody minds the access. The look at
  // the counter is not ordered with the program's own accesses; it is opaque so that a loop looks more than once.

  @ForceInline
  public static int loneElement(Object array, int index, int site) {
    return U.getIntOpaque(null, OPEN_ELEMENTS) == 0 ? 0 : tellElement(array, index, site);
  }

  /** The same for a write. */
  @ForceInline
  public static int loneStore(Object array, int index, int site) {
    return U.getIntOpaque(null, ON_ELEMENTS) == 0 ? 0 : tellElement(array, index, site);
  }

  @ForceInline
  public static int loneStore(Object array, int index, Object value, int site) {
    return U.getIntOpaque(null, ON_ELEMENTS) == 0 ? 0 : tellStore(array, index, value, site);
  }

  @ForceInline
  public static void lonePassed(int told, int site) {
    if (told != 0) passed(site);
  }

  @DontInline
  private static int tellElement(Object array, int index, int site) {
    if (array == null || !hasSections(array.getClass())) return 0;
    stopElement(array, index, site);
    return 1;
  }

  @DontInline
  private static int tellStore(Object array, int index, Object value, int site) {
    if (array == null || !hasSections(array.getClass())) return 0;
    stopStore(array, index, value, site);
    return 1;
  }

  static boolean hasSections(Class<?> type) {
    String name = type.getName(); // the JVM makes the string once for each class
    for (String each : ARRAY_TYPES) {
      if (each.isEmpty() || each.equals(name)) return true;
    }
    return false;
  }

  // ---- atomic sections. An activation is a number for one call of the method in which a section lies; 0: there is none yet.

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

  /** After an access with which sections end. */
  @DontInline
  public static void passed(int site) {
    Thread thread = Thread.currentThread();
    passed0(site, thread, Raddle.idOf(thread));
  }

  // Calls on collections. The key is null if there is none. The agent must not run code of the program to compare keys,
  // so only values of the JDK's own types are compared with equals().

  @DontInline
  public static int call(Object collection, Object key, int activation, int site) {
    if (collection == null) return activation;
    Thread thread = Thread.currentThread();
    int hash = System.identityHashCode(collection);
    return call0(collection, key, hash, hashOf(key), activation, site, thread, Raddle.idOf(thread));
  }

  /** After such a call. */
  @DontInline
  public static void returned(int site) {
    Thread thread = Thread.currentThread();
    returned0(site, thread, Raddle.idOf(thread));
  }

  /** Before a call that reads, and is in no section of its method. Returns 0 if nobody minds the call. */
  @ForceInline
  public static int loneRead(Object collection, Object key, int site) {
    return U.getInt(OPEN_COLLECTIONS) == 0 ? 0 : tellLone(collection, key, site);
  }

  /** The same for a call that writes. */
  @ForceInline
  public static int lone(Object collection, Object key, int site) {
    return U.getInt(ON_COLLECTIONS) == 0 ? 0 : tellLone(collection, key, site);
  }

  @ForceInline
  public static void loneReturned(int told, int site) {
    if (told != 0) returned(site);
  }

  @DontInline
  private static int tellLone(Object collection, Object key, int site) {
    call(collection, key, 0, site);
    return 1;
  }

  private static boolean isValue(Object key) {
    return key instanceof String || key instanceof Integer || key instanceof Long || key instanceof Character
        || key instanceof Short || key instanceof Byte || key instanceof Boolean || key instanceof Double
        || key instanceof Float || key instanceof java.util.UUID;
  }

  private static int hashOf(Object key) {
    return isValue(key) ? key.hashCode() : System.identityHashCode(key);
  }

  /** Called by the agent. */
  static boolean sameKey(Object a, Object b) {
    return a == b || (isValue(a) && a.equals(b));
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

  /**
   * The address of the number of open sections on variables of a kind; the number is never 0 if each access is to be
   * told.
   */
  static native long openOn0(int kind, boolean writes);

  static native String arrayTypes0();

  static native boolean isKnown0(int site);

  /** Tells the agent the class that the instruction names as the field's owner; null if it cannot be found. */
  static native void know0(int site, Class<?> owner);

  static native boolean isStatic0(int site);

  static native boolean isWrite0(int site);

  static native int section0(Object o, int index, int hash, int activation, int site, Thread thread, long tid);

  static native int call0(
      Object collection, Object key, int hash, int keyHash, int activation, int site, Thread thread, long tid);

  static native void returned0(int site, Thread thread, long tid);

  static native void passed0(int site, Thread thread, long tid);

  static native int calling0(int activation, int site, long tid);

  static native void called0(int activation, int site, long tid);

  /** Site 0: ends all that the activation has begun. */
  static native void exit0(int activation, int site, long tid);

  static native void noise0(Object o, int hash, int site, Thread thread, long tid);

  static native void stop0(Object o, int index, int hash, int site, Thread thread, long tid);
}

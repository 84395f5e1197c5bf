package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** What is known of a site: where the word of its field or static is, and how often it has told. */
final class RaddlePlace {
  private static final Unsafe U = Unsafe.getUnsafe();

  private RaddlePlace() {}

  // ---- where a site's word is

  /** The offset of the word, negated for a volatile; Raddle.UNWATCHED if the declaring class has none. */
  @DontInline
  static int resolve(Object o, int site) {
    long t = Raddle.enter();
    int at = Raddle.UNWATCHED;
    try {
      String owner = Raddle.siteText0(site, 0);
      Class<?> c = o.getClass();
      while (c != null && !c.getName().equals(owner)) c = c.getSuperclass();
      RaddleField field = RaddleField.find(c, Raddle.siteText0(site, 1));
      if (field != null) {
        at = (int) (field.isVolatile ? -field.at : field.at);
        Raddle.bind0(site, field.declaring.getName());
      }
    } catch (VirtualMachineError full) {
      Raddle.leave(t);
      return Raddle.UNWATCHED;  // this time only: there is not enough heap or stack to look it up
    } catch (Throwable none) {
      // the field's class is not woven, or cannot be looked at
    }
    Raddle.OFFSETS.set(site, at);
    Raddle.leave(t);
    return at;
  }

  /** Looks for a static in the class itself and its interfaces. */
  static long findStatic(Class<?> c, String name) {
    long found = Raddle.staticWord0(c, name);
    for (Class<?> each : c.getInterfaces()) {
      if (found == 0) found = findStatic(each, name);
    }
    return found;
  }

  /** The class that a site names, as the code there sees it. The class need not be initialised. */
  static Class<?> ownerAt(int site) throws ClassNotFoundException {
    return Class.forName(Raddle.siteText0(site, 0), false, Raddle.loader0(site));
  }

  @DontInline
  static long resolveStatic(int site) {
    long t = Raddle.enter();
    long at = Raddle.UNWATCHED;
    try {
      Class<?> c = ownerAt(site);
      long found = 0;
      for (; c != null && (found = findStatic(c, Raddle.siteText0(site, 1))) == 0; c = c.getSuperclass()) { }
      if (found != 0) at = found;
      if (found != 0 && (found & Raddle.FLAGS) == 0) Raddle.bind0(site, c.getName());
    } catch (VirtualMachineError full) {
      Raddle.leave(t);
      return Raddle.UNWATCHED;
    } catch (Throwable none) {
      // as above
    }
    U.putLong(Raddle.STATICS + ((long) site << 3), at);
    Raddle.leave(t);
    return at;
  }

  // ---- how often it has told

  /**
   * Outside of a window, code that is not yet optimised still tells, but not for ever. A place that has told ENOUGH
   * times is as hot as any, whatever the JVM makes of it. The count is not exact; a lost count does no harm.
   */
  static boolean hasToldEnough(int site) {
    if (U.getInt(Raddle.WINDOW) != 0 || site == 0) return false;
    long at = toldBy(site);
    int told = U.getInt(at);
    if (told >= ENOUGH) return true;
    if (Raddle.isHushed() && U.getInt(Raddle.LISTENED + 4) != 0) Raddle.listen0();
    else U.putInt(Raddle.LISTENED, 1);
    U.putInt(at, told + 1);
    return false;
  }

  private static final int ENOUGH = 256;

  /** Where the times are counted that the place has told. */
  @ForceInline
  private static long toldBy(int site) {
    int first = U.getInt(Raddle.TWINS + ((long) site << 2));
    return Raddle.TOLD + ((long) (first != 0 ? first : site) << 2);
  }

  /** The same without counting. It is asked first: most code that is not yet optimised has told enough. */
  @ForceInline
  static boolean isToldEnough(int site) {
    return U.getInt(Raddle.WINDOW) == 0 && U.getInt(toldBy(site)) >= ENOUGH;
  }
}

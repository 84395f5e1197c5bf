package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls where fields matter only if they are volatile: no detector asks for accesses, but one asks for
 * what orders them. Once a site's field turns out not to be volatile, the site costs nothing.
 */
public final class RaddleVolatile {
  private static final RaddleSites PLAIN = new RaddleSites();  // UNWATCHED: the field is not volatile

  private RaddleVolatile() {}

  @ForceInline
  public static void mayReceive(Object o, int site) {
    if (PLAIN.get(site) == 0) received(o, site);
  }

  @DontInline
  private static void received(Object o, int site) {
    Raddle.wasRead(o, Raddle.thread(), site);
    notePlain(site);
  }

  @ForceInline
  public static void mayPublish(Object o, int site) {
    if (PLAIN.get(site) == 0) published(o, site);
  }

  @DontInline
  private static void published(Object o, int site) {
    Raddle.write(o, Raddle.thread(), site);
    notePlain(site);
  }

  private static void notePlain(int site) {
    if (Raddle.OFFSETS.get(site) == Raddle.UNWATCHED) PLAIN.set(site, Raddle.UNWATCHED);
  }

  @ForceInline
  public static void mayReceive(int site) {
    if (PLAIN.get(site) == 0) receivedStatic(site);
  }

  @DontInline
  private static void receivedStatic(int site) {
    if (isVolatileStatic(site)) Raddle.readStatic(Raddle.thread(), site);
  }

  @ForceInline
  public static void mayPublish(int site) {
    if (PLAIN.get(site) == 0) publishedStatic(site);
  }

  @DontInline
  private static void publishedStatic(int site) {
    if (isVolatileStatic(site)) Raddle.publishStatic(Raddle.thread(), site);
  }

  private static boolean isVolatileStatic(int site) {
    if ((Raddle.staticOf(site) & Raddle.FLAGS) == Raddle.VOLATILE) return true;
    PLAIN.set(site, Raddle.UNWATCHED);
    return false;
  }
}

package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/** What woven code calls around an access through a VarHandle or a method handle (src/weave/call_weaver.h). */
public final class RaddleHandles {
  // What an access mode does; the weaver uses the same numbers.
  private static final int PLAIN_READ = 1;
  private static final int PLAIN_WRITE = 2;
  private static final int PUBLISH = 4;
  static final int RECEIVE = 8;
  static final int ORDER = PUBLISH | RECEIVE;
  private static final int ATOMIC_READ = 16;
  private static final int ATOMIC_WRITE = 32;

  private RaddleHandles() {}

  // Several segments, buffers or handles may show the same memory, and it is not known where the memory begins. So all
  // of it counts as one object.
  private static final Object MEMORY = new Object();

  /**
   * Before an access through a handle, or after it if it receives. The index is -1 if there is none. If the coordinates
   * are not just an object and an index, the first of each kind is passed; the index is then 0 if there is none.
   */
  @DontInline
  public static void varHandle(Object handle, Object o, int index, int effects, long t, int site) {
    t = Raddle.real(t);
    if (handle == null || Raddle.isInside(t)) return;
    Raddle.enter(t);
    try {
      RaddleParts parts = RaddleParts.ofIndirect(handle);
      if (parts == null || !parts.tell(o, index, effects, t, site)) access(handle, o, index, effects, t, site);
    } catch (OutOfMemoryError full) {
      // as in RaddleSync
    } finally {
      Raddle.leave(t);
    }
  }

  static void access(Object handle, Object o, int index, int effects, long t, int site) {
    RaddleField field = index < 0 ? RaddleField.of(handle) : null;
    if ((effects & PLAIN_READ) != 0) plain(field, handle, o, index, t, site, Raddle.READ);
    if ((effects & PLAIN_WRITE) != 0) plain(field, handle, o, index, t, site, Raddle.WRITE);
    int verb = (effects & PUBLISH) != 0 ? RaddleSync.PUBLISH : RaddleSync.RECEIVE;
    if ((effects & (ATOMIC_READ | ATOMIC_WRITE)) != 0 && field != null && !field.isVolatile) {
      field.atomic(o, t, site, (effects & ATOMIC_WRITE) != 0 ? Raddle.WRITE : Raddle.READ);
    }
    if ((effects & ORDER) != 0) {
      if (field != null) field.tell(o, t, site, verb);
      else if (index < 0 || Raddle.isArray(o)) order(o, index, verb, t);
      else memory(o, verb, t);
    }
  }

  private static void order(Object o, int index, int verb, long t) {
    if (o != null) RaddleSync.tell(t, o, RaddleSync.keyOf(index), verb);
    else RaddleSync.tell(t, MEMORY, 0, verb);
  }

  /**
   * Tells a verb for the memory that a segment or buffer shows. If that is an array, others may use it as an array, so
   * all of its elements may be meant.
   */
  private static void memory(Object shown, int verb, long t) {
    RaddleSync.tell(t, MEMORY, 0, verb);
    Object array = null;
    if (shown instanceof ByteBuffer buffer) array = buffer.isDirect() ? null : RaddleField.valueOf(buffer, "hb");
    else if (shown != null && shown.getClass().getName().startsWith("jdk.internal.foreign.HeapMemorySegmentImpl"))
      array = RaddleField.valueOf(shown, "base");
    if (Raddle.isArray(array)) RaddleSync.tellAll(t, array, verb);
  }

  private static final int FIRSTS_MASK = 15;
  private static final Object[][] FIRSTS = new Object[FIRSTS_MASK + 1][];  // pairs of a class and its offset

  /** The offset of the first element of an array. JDK releases differ in the type that Unsafe returns. */
  private static long firstOf(Class<?> type) {
    int at = System.identityHashCode(type) & FIRSTS_MASK;
    Object[] first = FIRSTS[at];
    if (first == null || first[0] != type) {
      Object offset = 0;
      try {
        offset = Raddle.U.getClass().getMethod("arrayBaseOffset", Class.class).invoke(Raddle.U, type);
      } catch (ReflectiveOperationException none) {
        // Unsafe's offsets still tell the elements apart
      }
      FIRSTS[at] = first = new Object[] {type, offset};
    }
    return ((Number) first[1]).longValue();
  }

  /** Tells a verb for whatever is at the offset, which comes from Unsafe. */
  static void at(Object o, long offset, int verb, long t) {
    if (Raddle.isArray(o)) {
      Class<?> type = o.getClass();
      order(o, (int) ((offset - firstOf(type)) / Raddle.U.arrayIndexScale(type)), verb, t);
      return;
    }
    RaddleField field = o == null ? null : RaddleField.at(o, offset);
    if (field != null) field.tell(o, t, 0, verb);
    else order(o, (int) offset, verb, t);
  }

  /** The effects of an access mode, by its name, for handles whose mode the weaver does not see. */
  static int effectsOf(String mode) {
    if (mode.endsWith("Opaque")) return 0;
    int effects = effects0(mode);
    return effects < 0 ? ORDER : effects;  // an unknown mode may order
  }

  private static void plain(RaddleField field, Object handle, Object o, int index, long t, int site, int kind) {
    if (field != null) field.tell(o, t, site, kind == Raddle.READ ? RaddleSync.READ : RaddleSync.WRITE);
    else if (index >= 0 && Raddle.isArray(o))
      RaddleArrays.range(o, index, index + elementsOf(handle, o), kind, t, site);
  }

  /** The number of elements of one access; a view of a byte[] as numbers of another type takes several. */
  private static int elementsOf(Object handle, Object array) {
    if (!(array instanceof byte[]))
      return 1;
    Class<?> type = ((VarHandle) handle).varType();
    return type == long.class || type == double.class ? 8
        : type == int.class || type == float.class    ? 4
        : type == short.class || type == char.class   ? 2
                                                      : 1;
  }

  /**
   * Before or after a method handle is invoked, which may read or write a field or an element. The arguments are the
   * first two objects and the first int that the handle is called with.
   */
  @DontInline
  public static void methodHandle(Object handle, Object first, Object second, int index, int behind, long t, int site) {
    t = Raddle.real(t);
    if (!(handle instanceof MethodHandle it) || Raddle.isInside(t) || RaddleParts.isCall(it)) return;
    Raddle.enter(t);
    try {
      if (RaddleField.isAccessor(it)) {
        RaddleField field = RaddleField.of(it);
        Object o = first instanceof Object[] spread && spread.length > 0 ? spread[0] : first;
        if (field != null) access(it, field, o, behind != 0, t, site);
        return;
      }
      RaddleParts parts = RaddleParts.of(it);
      if (parts == null) return;
      parts.give(first);
      parts.give(second);
      if (index >= 0) parts.give(index);
      parts.tell(behind != 0, t, site);
    } catch (OutOfMemoryError full) {
      // as above
    } finally {
      Raddle.leave(t);
    }
  }

  static void access(MethodHandle accessor, RaddleField field, Object o, boolean behind, long t, int site) {
    boolean writes = accessor.type().returnType() == void.class;
    if (behind && field.isStatic) field.comesAfterInitialiser(t);
    if (behind && (writes || !field.isVolatile)) return;
    field.tell(o, t, site, behind ? RaddleSync.RECEIVE : writes ? RaddleSync.WRITE : RaddleSync.READ);
  }

  /** The effects that the weaver gives an access mode; -1: it does not know the mode. */
  private static native int effects0(String mode);
}

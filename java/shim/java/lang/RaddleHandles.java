package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/** What woven code calls around an access through a VarHandle or a method handle (src/weave/call_weaver.h). */
public final class RaddleHandles {
  // What an access mode does, as the weaver has it.
  private static final int PLAIN_READ = 1;
  private static final int PLAIN_WRITE = 2;
  private static final int PUBLISH = 4;
  static final int RECEIVE = 8;
  static final int ORDER = PUBLISH | RECEIVE;
  private static final int ATOMIC_READ = 16;
  private static final int ATOMIC_WRITE = 32;

  private RaddleHandles() {}

  // Of memory that several segments, buffers or handles may show nobody knows where it begins: it is one thing.
  private static final Object MEMORY = new Object();

  /**
   * Before an access through a handle, or behind it where it receives. The index is -1 where there is none. Where the
   * coordinates are others than an object and an index, the first of each kind is given; 0 if there is no index.
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

  /** What a segment or a buffer shows. If that is an array, others may use it as such: any of its elements. */
  private static void memory(Object shown, int verb, long t) {
    RaddleSync.tell(t, MEMORY, 0, verb);
    Object array = null;
    if (shown instanceof ByteBuffer buffer) array = buffer.isDirect() ? null : RaddleField.valueOf(buffer, "hb");
    else if (shown != null && shown.getClass().getName().startsWith("jdk.internal.foreign.HeapMemorySegmentImpl"))
      array = RaddleField.valueOf(shown, "base");
    if (Raddle.isArray(array)) RaddleSync.tellAll(t, array, verb);
  }

  private static final int FIRSTS_MASK = 15;
  private static final Object[][] FIRSTS = new Object[FIRSTS_MASK + 1][];  // pairs of a class and what follows

  /** Where arrays have their first element. Releases differ in the type that Unsafe gives. */
  private static long firstOf(Class<?> type) {
    int at = System.identityHashCode(type) & FIRSTS_MASK;
    Object[] first = FIRSTS[at];
    if (first == null || first[0] != type) {
      Object offset = 0;
      try {
        offset = Raddle.U.getClass().getMethod("arrayBaseOffset", Class.class).invoke(Raddle.U, type);
      } catch (ReflectiveOperationException none) {
        // then elements are told apart by Unsafe alone
      }
      FIRSTS[at] = first = new Object[] {type, offset};
    }
    return ((Number) first[1]).longValue();
  }

  /** What lies at an offset that Unsafe has given. */
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

  /** Of an access mode by its name, where the weaver does not see it. */
  static int effectsOf(String mode) {
    if (mode.endsWith("Opaque")) return 0;
    int effects = effects0(mode);
    return effects < 0 ? ORDER : effects;  // what is not known may order
  }

  private static void plain(RaddleField field, Object handle, Object o, int index, long t, int site, int kind) {
    if (field != null) field.tell(o, t, site, kind == Raddle.READ ? RaddleSync.READ : RaddleSync.WRITE);
    else if (index >= 0 && Raddle.isArray(o))
      RaddleArrays.range(o, index, index + elementsOf(handle, o), kind, t, site);
  }

  /** A view of a byte[] as numbers of another type takes several at once. */
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
   * Before a method handle is invoked, or behind it: it may be one that reads or writes a field, or an element. What it is
   * called with: the first two objects and the first int.
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

  /** What the weaver tells of an access mode; -1: it does not know it. */
  private static native int effects0(String mode);
}

package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * A field, or the elements of arrays, as Raddle sees them, and what stands for it: a VarHandle, a field updater, a
 * java.lang.reflect.Field. What was looked up is remembered for a while.
 *
 * <p>Volatile and atomic modes synchronise; plain ones are accesses like any other; opaque ones are neither: they
 * promise no order, and who asks for them knows of the race.
 */
public final class RaddleField {
  private static final Unsafe U = Raddle.U;
  private static final RaddleField NONE = new RaddleField(null, null, 0, false, false, 0);
  private static final int INITIALISED_ONLY = -1;  // in the place of a variable: a final one, of which there is no more to tell

  final Class<?> declaring;
  final String name;
  final long at;  // of the shadow word, or the volatile's channel: offset in the object, address for a static
  final boolean isStatic;
  final boolean isVolatile;
  private final int variable;  // the agent's number for its name; 0: no plain access is told; INITIALISED_ONLY

  private RaddleField(Class<?> declaring, String name, long at, boolean isStatic, boolean isVolatile, int variable) {
    this.declaring = declaring;
    this.name = name;
    this.at = at;
    this.isStatic = isStatic;
    this.isVolatile = isVolatile;
    this.variable = variable;
  }

  /**
   * Null if the class has no such field, or the field is final or its class not woven. Reflection is not asked: it
   * would load the classes of all fields.
   */
  static RaddleField find(Class<?> c, String name) {
    for (; c != null; c = c.getSuperclass()) {
      long at = shadow(c, name + "$raddle");
      if (at > 0) return new RaddleField(c, name, at, false, false, Raddle.name0(c.getName() + "." + name));
      at = shadow(c, name + "$raddleSync");
      if (at > 0) return new RaddleField(c, name, at, false, true, 0);
    }
    return null;
  }

  private static long shadow(Class<?> c, String name) {
    try {
      return U.objectFieldOffset(c, name);
    } catch (InternalError none) {
      return 0;
    }
  }

  /** A static field that this very class declares; null as above, but for a final reference: what it leads to is watched. */
  private static RaddleField findStatic(Class<?> c, String name) {
    long at = Raddle.staticWord0(c, name);
    if (at == 0 || at == Raddle.UNWATCHED) return null;
    boolean isFinal = (at & Raddle.FLAGS) == Raddle.FINAL;
    return new RaddleField(c, name, at & ~Raddle.FLAGS, true, (at & Raddle.VOLATILE) != 0,
        isFinal ? INITIALISED_ONLY : Raddle.name0(c.getName() + "." + name));
  }

  private static final int KNOWN_MASK = 1023;
  private static final int LINES = 4;  // where something may be
  private static final Object[][] KNOWN = new Object[KNOWN_MASK + LINES][];  // pairs: what it is known of, weakly, and what

  private static Object known(Object of) {
    int first = System.identityHashCode(of) & KNOWN_MASK;
    for (int i = first; i < first + LINES; ++i) {
      Object[] line = KNOWN[i];
      if (line != null && ((RaddleGhost) line[0]).refersTo(of)) return line[1];
    }
    return null;
  }

  private static void remember(Object of, Object what) {
    int first = System.identityHashCode(of) & KNOWN_MASK;
    int at = first;
    while (at < first + LINES - 1 && KNOWN[at] != null && !((RaddleGhost) KNOWN[at][0]).refersTo(null)) ++at;
    KNOWN[at] = new Object[] {new RaddleGhost(of, 0), what};
  }

  /** What the handle stands for; null if that is not watched. */
  static RaddleField of(Object handle) {
    Object known = known(handle);
    if (known == null) {
      RaddleField found = null;
      try {
        found = handle instanceof Field f    ? make(f)
            : handle instanceof VarHandle v  ? ofVarHandle(v)
            : handle instanceof MethodHandle ? ofMember(valueOf(handle, "member"))
                                             : ofUpdater(handle);
      } catch (VirtualMachineError full) {
        return null;  // for once
      } catch (Throwable unknown) {
        // a handle of a kind that we do not know is not watched
      }
      known = found == null ? NONE : found;
      remember(handle, known);
    }
    return known == NONE ? null : (RaddleField) known;
  }

  /** A handle that was looked into in vain. */
  static boolean isUnwatched(Object handle) { return known(handle) == NONE; }

  static void setUnwatched(Object handle) { remember(handle, NONE); }

  private static RaddleField make(Field field) {
    Class<?> c = field.getDeclaringClass();
    return Modifier.isStatic(field.getModifiers()) ? findStatic(c, field.getName()) : find(c, field.getName());
  }

  /** The updaters of java.util.concurrent.atomic have the class and the offset of the field. */
  private static RaddleField ofUpdater(Object updater) {
    Class<?> c = (Class<?>) valueOf(updater, "tclass");
    long offset = U.getLong(updater, U.objectFieldOffset(updater.getClass(), "offset"));
    return at(c, offset);
  }

  private static RaddleField at(Class<?> c, long offset) {
    for (; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && U.objectFieldOffset(field) == offset) return make(field);
      }
    }
    return null;
  }

  private static RaddleField staticAt(Class<?> c, long offset) {
    for (Field field : c.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && U.staticFieldOffset(field) == offset) return make(field);
    }
    return null;
  }

  private static final int PLACES_MASK = 255;
  private static final Object[][] PLACES = new Object[PLACES_MASK + 1][];  // class, offset or ~offset of a static, field

  /** What an object has at an offset, or a class among its statics; null if that is not watched. */
  static RaddleField at(Object o, long offset) {
    boolean isStatic = o instanceof Class;
    Class<?> c = isStatic ? (Class<?>) o : o.getClass();
    long key = isStatic ? ~offset : offset;
    int at = (System.identityHashCode(c) + (int) key * 31) & PLACES_MASK;
    Object[] place = PLACES[at];
    if (place == null || place[0] != c || (Long) place[1] != key) {
      RaddleField field = null;
      try {
        field = isStatic ? staticAt(c, offset) : at(c, offset);
      } catch (VirtualMachineError full) {
        return null;  // for once
      } catch (Throwable unknown) {
        // a class whose fields cannot be asked for is not watched
      }
      PLACES[at] = place = new Object[] {c, key, field};
    }
    return (RaddleField) place[2];
  }

  /** Their classes are the JDK's own; the names of their fields are the same in all releases since 9. */
  private static RaddleField ofVarHandle(VarHandle handle) {
    // Since JDK 22, for a static of a class that was not initialised yet when the handle was made.
    if (handle.getClass().getSimpleName().equals("LazyInitializingVarHandle")) {
      handle = (VarHandle) valueOf(handle, "target");
    }
    List<Class<?>> coordinates = handle.coordinateTypes();
    if (coordinates.size() == 1) {
      return at(coordinates.get(0), (long) valueOf(handle, "fieldOffset"));
    }
    if (coordinates.isEmpty()) {
      Class<?> c = (Class<?>) valueOf(handle, "base");
      return staticAt(c, (long) valueOf(handle, "fieldOffset"));
    }
    return null;
  }

  private static RaddleField ofMember(Object member) {
    Class<?> c = (Class<?>) valueOf(member, "clazz");
    RaddleField field = findStatic(c, (String) valueOf(member, "name"));
    return field != null ? field : find(c, (String) valueOf(member, "name"));
  }

  /** Whether a method handle reads or writes a field: only such are of the JDK's two classes of accessors. */
  static boolean isAccessor(MethodHandle handle) { return handle.getClass().getName().endsWith("Accessor"); }

  /** Where objects of a class have a word that it or a class above it was given; UNWATCHED if none was. */
  static long wordOf(Class<?> c, String name) {
    long at = 0;
    for (; c != null && at <= 0 && c.getClassLoader0() != null; c = c.getSuperclass()) at = shadow(c, name);
    return at > 0 ? at : Raddle.UNWATCHED;
  }

  /** Of a class that is not woven; 0 if it has no such field. */
  static long offsetOf(Class<?> c, String name) {
    for (; c != null; c = c.getSuperclass()) {
      long at = shadow(c, name);
      if (at > 0) return at;
    }
    return 0;
  }

  /** A field's value by name, whoever declares it; a long is boxed. */
  static Object valueOf(Object o, String name) {
    for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!field.getName().equals(name) || Modifier.isStatic(field.getModifiers())) continue;
        long offset = U.objectFieldOffset(field);
        return field.getType() == long.class ? (Object) U.getLong(o, offset) : U.getReference(o, offset);
      }
    }
    return null;
  }

  static int intOf(Object o, String name) { return U.getInt(o, offsetOf(o.getClass(), name)); }

  /** All instance fields that are watched, of a class and those above it. */
  static RaddleField[] allOf(Class<?> type) {
    Object known = known(type);
    if (known != null) return (RaddleField[]) known;
    long t = Raddle.enter();
    try {
      ArrayList<RaddleField> all = new ArrayList<>();
      for (Class<?> c = type; c != null; c = c.getSuperclass()) {
        for (String shadow : Raddle.shadows0(c)) {
          String name = shadow.substring(0, shadow.lastIndexOf("$raddle"));
          all.add(new RaddleField(c, name, shadow(c, shadow), false, shadow.endsWith("Sync"),
              Raddle.name0(c.getName() + "." + name)));
        }
      }
      RaddleField[] fields = all.toArray(new RaddleField[0]);
      remember(type, fields);
      return fields;
    } finally {
      Raddle.leave(t);
    }
  }

  void readBy(Object o, long t, int site) {
    if (!isVolatile) access(o, t, site, Raddle.READ);
  }

  /** Tells of a verb on this field of the object, which is null for a static. */
  void tell(Object o, long t, int site, int verb) {
    if (!isStatic && (o == null || !declaring.isInstance(o))) return;
    if (isStatic && !comesAfterInitialiser(t) && !isVolatile || variable == INITIALISED_ONLY) return;
    Object base = isStatic ? null : o;
    switch (verb) {
      case RaddleSync.PUBLISH -> {
        if (isVolatile) RaddleChannel.publish(base, at, t);
        else RaddleSync.tell(t, isStatic ? declaring : o, name.hashCode(), verb);
      }
      case RaddleSync.RECEIVE -> {
        if (isVolatile) RaddleChannel.receive(U.getLong(base, at), t);
        else RaddleSync.tell(t, isStatic ? declaring : o, name.hashCode(), verb);
      }
      case RaddleSync.READ -> access(base, t, site, Raddle.READ);
      case RaddleSync.WRITE -> {
        if (isVolatile) RaddleChannel.publish(base, at, t);
        else access(base, t, site, Raddle.WRITE);
      }
      default -> { }
    }
  }

  /**
   * Of a static, the thread comes after what its class's initialiser did. False: the initialiser is at work, or about to be
   * by this very access; what order there is shows when it is over.
   */
  boolean comesAfterInitialiser(long t) {
    return Raddle.useInitialised(declaring, t, U.getInt(at + 8));
  }

  /**
   * An atomic access of a field that is not volatile: in order with all others of its kind, whatever that order is, and
   * with nothing else.
   */
  void atomic(Object o, long t, int site, int kind) {
    if (!isStatic && (o == null || !declaring.isInstance(o))) return;
    if (isStatic && !comesAfterInitialiser(t) || variable == INITIALISED_ONLY) return;
    Object holder = isStatic ? declaring : o;
    RaddleLock.ATOMIC.lock();
    try {
      RaddleSync.tell(t, holder, name.hashCode(), RaddleSync.RECEIVE);
      access(isStatic ? null : o, t, site, kind);
      RaddleSync.tell(t, holder, name.hashCode(), RaddleSync.PUBLISH);
    } finally {
      RaddleLock.ATOMIC.unlock();
    }
  }

  private void access(Object base, long t, int site, int kind) {
    if (isVolatile) return;
    Raddle.touch(base, at, U.getLong(base, at), t, site, kind, variable);
  }

  // ---- what reflection shows (src/weave/reflection.h)

  /** The fields that the class was written with: what the weaver adds is synthetic, which these names else never are. */
  public static Field[] visible(Field[] fields) {
    int visible = 0;
    for (Field field : fields) if (!isAdded(field)) ++visible;
    if (visible == fields.length) return fields;
    Field[] written = new Field[visible];
    int at = 0;
    for (Field field : fields) if (!isAdded(field)) written[at++] = field;
    return written;
  }

  private static boolean isAdded(Field field) {
    return field.isSynthetic() && (field.getName().contains("$raddle") || field.getName().equals("serialVersionUID"));
  }
}

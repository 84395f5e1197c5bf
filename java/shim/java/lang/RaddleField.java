package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * A field as Raddle sees it, and how to find it from what stands for it: a VarHandle, a method handle, a field updater
 * or a java.lang.reflect.Field. What was looked up is remembered for a while.
 *
 * <p>Volatile and atomic modes synchronise. Plain modes are accesses like any other. Opaque modes are neither: they
 * promise no order, and whoever uses them knows of the race.
 */
public final class RaddleField {
  private static final Unsafe U = Raddle.U;
  private static final RaddleField NONE = new RaddleField(null, null, 0, false, false, 0);
  private static final int INITIALISED_ONLY = -1;  // instead of a variable: a final field, of which no access is told

  final Class<?> declaring;
  final String name;
  final long at;  // of the shadow word or a volatile's channel: offset in the object, or address for a static
  final boolean isStatic;
  final boolean isVolatile;
  private final int variable;  // the agent's number for its name; 0: plain accesses are not told; or INITIALISED_ONLY

  private RaddleField(Class<?> declaring, String name, long at, boolean isStatic, boolean isVolatile, int variable) {
    this.declaring = declaring;
    this.name = name;
    this.at = at;
    this.isStatic = isStatic;
    this.isVolatile = isVolatile;
    this.variable = variable;
  }

  /**
   * An instance field. Null if the class has no such field, the field is final, or its class is not woven. Reflection
   * is not used, since it would load the classes of all fields.
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

  /**
   * A static field that this very class declares. Null as above, except that a final reference is found: what it leads
   * to is watched.
   */
  private static RaddleField findStatic(Class<?> c, String name) {
    long at = Raddle.staticWord0(c, name);
    if (at == 0 || at == Raddle.UNWATCHED) return null;
    boolean isFinal = (at & Raddle.FLAGS) == Raddle.FINAL;
    return new RaddleField(c, name, at & ~Raddle.FLAGS, true, (at & Raddle.VOLATILE) != 0,
        isFinal ? INITIALISED_ONLY : Raddle.name0(c.getName() + "." + name));
  }

  private static final int KNOWN_MASK = 1023;
  private static final int LINES = 4;  // lines in which an entry may be
  private static final Object[][] KNOWN = new Object[KNOWN_MASK + LINES][];  // pairs: a weak reference to the key, and the value

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

  /** The field that the handle stands for; null if it is not watched. */
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
        return null;  // this time only
      } catch (Throwable unknown) {
        // a handle of an unknown kind is not watched
      }
      known = found == null ? NONE : found;
      remember(handle, known);
    }
    return known == NONE ? null : (RaddleField) known;
  }

  /** Whether the handle was looked into in vain. */
  static boolean isUnwatched(Object handle) { return known(handle) == NONE; }

  static void setUnwatched(Object handle) { remember(handle, NONE); }

  private static RaddleField make(Field field) {
    Class<?> c = field.getDeclaringClass();
    return Modifier.isStatic(field.getModifiers()) ? findStatic(c, field.getName()) : find(c, field.getName());
  }

  /** An updater of java.util.concurrent.atomic has the class and the offset of its field. */
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

  /** The field at an offset of an object, or among the statics of a class; null if it is not watched. */
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
        return null;  // this time only
      } catch (Throwable unknown) {
        // a class whose fields cannot be listed is not watched
      }
      PLACES[at] = place = new Object[] {c, key, field};
    }
    return (RaddleField) place[2];
  }

  /** VarHandles are of the JDK's own classes; the names of their fields are the same in all releases since 9. */
  private static RaddleField ofVarHandle(VarHandle handle) {
    // Since JDK 22: for a static of a class that was not yet initialised when the handle was made.
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

  /** Whether a method handle reads or writes a field. Exactly these are of the JDK's two accessor classes. */
  static boolean isAccessor(MethodHandle handle) { return handle.getClass().getName().endsWith("Accessor"); }

  /** The offset of a word that the weaver added to the class or to one above it; UNWATCHED if there is none. */
  static long wordOf(Class<?> c, String name) {
    long at = 0;
    for (; c != null && at <= 0 && c.getClassLoader0() != null; c = c.getSuperclass()) at = shadow(c, name);
    return at > 0 ? at : Raddle.UNWATCHED;
  }

  /** The offset of a field of a class that need not be woven; 0 if it has no such field. */
  static long offsetOf(Class<?> c, String name) {
    for (; c != null; c = c.getSuperclass()) {
      long at = shadow(c, name);
      if (at > 0) return at;
    }
    return 0;
  }

  /** The value of a field by name, whichever class declares it; a long is boxed. */
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

  /** All watched instance fields of a class and of those above it. */
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

  /** Tells a verb for this field of the object, which is null for a static. */
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
   * For a static: the thread comes after what the class's initialiser did. False: the initialiser is running, or this
   * very access is about to start it. The order then shows when the initialiser is over.
   */
  boolean comesAfterInitialiser(long t) {
    return Raddle.useInitialised(declaring, t, U.getInt(at + 8));
  }

  /**
   * An atomic access to a field that is not volatile. It is ordered with all other accesses of its kind to the field,
   * whatever their order is, and with nothing else.
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

  /**
   * The fields that the program's class really has. Those that the weaver added are synthetic, which fields with such
   * names otherwise never are.
   */
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

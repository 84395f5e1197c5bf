package java.lang;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * What is inside a method handle that was made of others, such as an accessor that was bound to its object or
 * converted, or an access mode of a VarHandle. The classes are the JDK's own; their fields hold the parts.
 *
 * <p>It is not known which object or index goes where. So all that are bound or passed and that fit are taken, which
 * orders more than is true. An access is told only if nothing else can be meant and no other part decides whether it
 * happens.
 */
final class RaddleParts {
  private static final String HOME = "java.lang.invoke";

  private final ArrayList<MethodHandle> accessors = new ArrayList<>();
  private final ArrayList<VarHandle> variables = new ArrayList<>();
  private final ArrayList<String> modes = new ArrayList<>();
  private final ArrayList<Object> objects = new ArrayList<>();
  private final ArrayList<Integer> indices = new ArrayList<>();
  private boolean calls;  // there is a part that may decide what is done

  private RaddleParts() {}

  /** Whether the handle can only be a call of a method. */
  static boolean isCall(MethodHandle handle) {
    String name = handle.getClass().getName();
    return name.startsWith("java.lang.invoke.DirectMethodHandle") && !name.endsWith("Accessor");
  }

  /** The parts of a handle; null if it leads to no field or array element. */
  static RaddleParts of(MethodHandle handle) {
    if (RaddleField.isUnwatched(handle)) return null;
    RaddleParts parts = new RaddleParts();
    try {
      parts.take(handle);
      if (!parts.accessors.isEmpty() || !parts.modes.isEmpty()) return parts;
    } catch (ClassCastException | NullPointerException | IndexOutOfBoundsException unknown) {
      // made in an unknown way: not watched
    }
    RaddleField.setUnwatched(handle);
    return null;
  }

  /** The same for a VarHandle that was made of another; null if it was not, or if it leads to memory. */
  static RaddleParts ofIndirect(Object handle) {
    if (!handle.getClass().getName().equals("java.lang.invoke.IndirectVarHandle")) return null;
    if (RaddleField.isUnwatched(handle)) return null;
    VarHandle target = (VarHandle) RaddleField.valueOf(handle, "directTarget");
    if (RaddleField.of(target) != null || isIndexed(target))
      return of(((VarHandle) handle).toMethodHandle(VarHandle.AccessMode.GET));
    RaddleField.setUnwatched(handle);
    return null;
  }

  private void take(Object part) {
    if (part instanceof VarHandle variable) {
      variables.add(variable);
    } else if (part instanceof MethodHandle handle && RaddleField.isAccessor(handle)) {
      accessors.add(handle);
    } else if (part instanceof MethodHandle handle && isCall(handle)) {
      Object member = RaddleField.valueOf(handle, "member");
      Class<?> c = (Class<?>) RaddleField.valueOf(member, "clazz");
      MethodType type = handle.type();
      if (type.parameterCount() > 0 && type.parameterType(0) == VarHandle.class && c.getPackageName().equals(HOME))
        modes.add((String) RaddleField.valueOf(member, "name"));
      else
        calls |= c != Class.class && !c.getPackageName().equals("sun.invoke.util");  // casts and boxes
    } else if (part instanceof MethodHandle[] several) {
      for (Object each : several) take(each);
    } else if (part instanceof MethodHandle[][] several) {
      for (Object each : several) take(each);
    } else if (part != null && part.getClass().getName().endsWith("VarHandle$AccessDescriptor")) {
      modes.add(VarHandle.AccessMode.values()[RaddleField.intOf(part, "mode")].methodName());
    } else if (part != null && part.getClass().getPackageName().equals(HOME) && !(part instanceof MethodType)) {
      takeApart(part);
    } else if (part != null) {
      objects.add(part);
    }
  }

  private void takeApart(Object whole) {
    for (Class<?> c = whole.getClass(); c != null && c != MethodHandle.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) || field.getName().endsWith("Cache")) continue;
        Class<?> type = field.getType();
        if (type == int.class) indices.add(RaddleField.intOf(whole, field.getName()));
        else if (type == Object.class || type == MethodHandle.class || type.isArray())
          take(RaddleField.valueOf(whole, field.getName()));
      }
    }
  }

  /** Takes an object that the handle is called with. */
  void give(Object o) {
    if (o instanceof VarHandle variable) variables.add(variable);
    else if (o != null) objects.add(o);
    if (!(o instanceof Object[] spread)) return;
    for (Object each : spread) {
      if (each instanceof Integer index) give(index);
      else if (!(each instanceof Object[])) give(each);
    }
  }

  void give(int index) {
    indices.add(index);
  }

  void tell(boolean behind, long t, int site) {
    boolean certain = isCertain();
    for (MethodHandle accessor : accessors) {
      RaddleField field = RaddleField.of(accessor);
      if (field == null) continue;
      List<Object> holders = field.isStatic ? one(null) : those(field.declaring);
      if (!field.isVolatile && (!certain || holders.size() != 1)) continue;
      for (Object each : holders) RaddleHandles.access(accessor, field, each, behind, t, site);
    }
    for (String mode : modes) {
      int effects = RaddleHandles.effectsOf(mode);
      tell(effects & (behind ? RaddleHandles.RECEIVE : ~RaddleHandles.RECEIVE), t, site);
    }
  }

  /** Tells an access through the VarHandle that has these parts; false if there is nothing that it may access. */
  boolean tell(Object o, int index, int effects, long t, int site) {
    give(o);
    if (index >= 0) give(index);
    return tell(effects, t, site);
  }

  private boolean tell(int effects, long t, int site) {
    boolean told = false;
    for (VarHandle variable : variables) {
      List<Class<?>> coordinates = variable.coordinateTypes();
      boolean indexed = isIndexed(variable);
      boolean known = indexed || coordinates.size() < 2;
      List<Object> holders = coordinates.isEmpty() || !known ? one(null) : those(coordinates.get(0));
      List<Integer> places = indexed ? indices : List.of(known ? -1 : 0);
      boolean exact = isCertain() && variables.size() == 1 && holders.size() == 1 && places.size() == 1;
      for (Object each : holders) {
        for (int place : places) {
          RaddleHandles.access(variable, each, place, exact ? effects : effects & RaddleHandles.ORDER, t, site);
          told = true;
        }
      }
    }
    return told;
  }

  /** Whether it is certain what is done, even if not to which object. */
  private boolean isCertain() {
    return !calls && accessors.size() + modes.size() == 1;
  }

  private static boolean isIndexed(VarHandle variable) {
    List<Class<?>> coordinates = variable.coordinateTypes();
    return coordinates.size() == 2 && coordinates.get(1) == int.class;
  }

  private List<Object> those(Class<?> type) {
    List<Object> those = new ArrayList<>();
    for (Object each : objects) if (type.isInstance(each)) those.add(each);
    return those;
  }

  private static List<Object> one(Object o) {
    List<Object> one = new ArrayList<>();
    one.add(o);
    return one;
  }
}

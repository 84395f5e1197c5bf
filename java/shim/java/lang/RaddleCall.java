package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * What calling a method means for objects of one class: an access to the whole object, to one of its fields, or none. A
 * method is given by its number, or by ~number if it is called on super.
 *
 * <p>A contract is about the methods of its own class. If a subclass of the program overrides a method, the override
 * itself tells what it does, under the lock that it takes. The same holds for methods of AbstractCollection and the
 * like, which call such overrides.
 */
final class RaddleCall {
  private static final Unsafe U = Raddle.U;
  private static final int CACHE_MASK = 4095;
  private static final RaddleCall[] CACHE = new RaddleCall[CACHE_MASK + 1];  // a cache; entries never change
  private static final int NO_ACCESS = -1;
  private static final int SIZE = 0;  // the number of size() (src/weave/call_contracts.h)
  private static final int LATE = 4;  // meanings of the agent from this one on are late writes
  private static final int BY_RESULT = 5;

  private final Class<?> type;
  private final int method;
  private final int kind;
  private final long via;  // offset of the field that the access goes to; 0: the object itself
  private final boolean named;  // the contract says something of the method, or there is no contract
  private final boolean wraps;  // the object in the field gets the same call: its class says what that means
  private final long flag;  // offset of a field that, if set, makes a read a write; 0: none
  private final boolean late;  // a late write: it writes after all else
  private final boolean byResult;  // it has written if the result is true or not null
  private final long count;  // offset of a field that has changed if it has written; 0: none

  private RaddleCall(
      Class<?> type,
      int method,
      boolean named,
      int kind,
      long via,
      long flag,
      boolean wraps,
      boolean late,
      boolean byResult,
      long count) {
    this.type = type;
    this.method = method;
    this.named = named;
    this.kind = kind;
    this.via = via;
    this.flag = flag;
    this.wraps = wraps;
    this.late = late;
    this.byResult = byResult;
    this.count = count;
  }

  static RaddleCall of(Class<?> type, int method) {
    int at = (System.identityHashCode(type) + method * 31) & CACHE_MASK;
    RaddleCall cached = CACHE[at];
    return cached != null && cached.type == type && cached.method == method ? cached : find(type, method, at);
  }

  @DontInline
  private static RaddleCall find(Class<?> type, int method, int at) {
    long t = Raddle.enter();
    try {
      return CACHE[at] = find(type, method);
    } finally {
      Raddle.leave(t);
    }
  }

  private static RaddleCall find(Class<?> type, int method) {
    boolean named = true;
    int kind = NO_ACCESS;
    long via = 0;
    long flag = 0;
    boolean wraps = false;
    boolean late = false;
    boolean byResult = false;
    long count = 0;
    int number = method < 0 ? ~method : method;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      int meaning = Raddle.meaning0(c, number);
      if (meaning == 0) continue;
      named = meaning > 1;
      if (named && (method < 0 || c == type || isOf(type, c, number))) {
        late = meaning >= LATE;
        byResult = meaning == BY_RESULT;
        kind = late ? Raddle.WRITE : meaning - 2;
        String field = Raddle.subject0(c, number);
        long tagged = field.startsWith(":") ? RaddleField.offsetOf(c, field.substring(1)) : 0;
        if (late) count = tagged;
        else flag = tagged;
        if (tagged == 0 && !field.isEmpty()) via = RaddleField.offsetOf(c, field);
        wraps = via != 0 && (!field.equals("this$0") || isView(c.getDeclaringClass()));
      }
      break;
    }
    return new RaddleCall(type, method, named, kind, via, flag, wraps, late, byResult, count);
  }

  /** Whether objects of the class are views of another object. */
  private static boolean isView(Class<?> type) {
    return type != null && Raddle.meaning0(type, SIZE) > 1 && !Raddle.subject0(type, SIZE).isEmpty();
  }

  /** Whether a call on an object of the type reaches the method of the class with the contract. */
  private static boolean isOf(Class<?> type, Class<?> contracted, int number) {
    if (type.getClassLoader0() == null) return true;
    boolean above = false;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      above |= c == contracted;
      if (Raddle.declares0(c, number)) return above && !c.getName().startsWith("java.util.Abstract");
    }
    return false;
  }

  void tell(Object o, long t, int site) {
    Object subject = subjectOf(o);
    if (subject == null) return;
    RaddleCall asked = asked(subject);
    if (asked == null) touch(whole(subject), kindOf(o), t, site);
    else asked.tell(subject, t, site);
  }

  private static void touch(Object subject, int kind, long t, int site) {
    if (subject == null) return;
    RaddleViews.whole(subject, kind);
    if (Raddle.WORDS) RaddleGhost.touchWhole(subject, t, site, kind);
  }

  /** Before a call that may be a late write: tells at least a read. Returns the value of the count. */
  int before(Object o, long t, int site) {
    Object subject = subjectOf(o);
    if (subject == null) return 0;
    RaddleCall asked = asked(subject);
    if (asked != null) return asked.before(subject, t, site);
    touch(whole(subject), late ? Raddle.READ : kindOf(o), t, site);
    return count == 0 ? 0 : U.getInt(subject, count);
  }

  void behind(Object o, boolean result, int was, long t, int site) {
    Object subject = subjectOf(o);
    if (subject == null) return;
    RaddleCall asked = asked(subject);
    if (asked != null) asked.behind(subject, result, was, t, site);
    else if (late && hasWritten(subject, result, was)) touch(whole(subject), Raddle.WRITE, t, site);
  }

  private boolean hasWritten(Object subject, boolean result, int was) {
    if (byResult && result) return true;
    return count == 0 ? !byResult : U.getInt(subject, count) != was;
  }

  /** The same for object races. Returns the object that was used, or null. */
  Object use(Object o, int site) {
    Object subject = subjectOf(o);
    if (subject == null) return null;
    RaddleCall asked = asked(subject);
    if (asked != null) return asked.use(subject, site);
    Object used = whole(subject);
    if (used != null) RaddleObject.other(used, site, kindOf(o));
    return used;
  }

  /** What the same call means for the wrapped object; null: the call is told as this one. */
  private RaddleCall asked(Object subject) {
    if (!wraps) return null;
    RaddleCall call = of(subject.getClass(), method);
    return call.named ? call : null;
  }

  /** The collection behind a wrapped object: the one that is asked for its size. Null: nobody watches it. */
  private Object whole(Object subject) {
    if (!wraps) return subject;
    RaddleCall size = of(subject.getClass(), SIZE);
    Object inner = size.subjectOf(subject);
    return inner == null || inner == subject ? inner : size.whole(inner);
  }

  private int kindOf(Object o) {
    return flag != 0 && U.getBoolean(o, flag) ? Raddle.WRITE : kind;
  }

  private Object subjectOf(Object o) {
    if (kind == NO_ACCESS) return null;
    return via == 0 ? o : U.getReference(o, via);
  }
}

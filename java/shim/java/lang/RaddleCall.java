package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/** What calling a method means for the objects of one class: an access to the whole of it, to one of its fields, or none. */
final class RaddleCall {
  private static final Unsafe U = Raddle.U;
  private static final int CACHE_MASK = 4095;
  private static final RaddleCall[] CACHE = new RaddleCall[CACHE_MASK + 1];  // a hint; entries never change
  private static final int NO_ACCESS = -1;

  private final Class<?> type;
  private final int method;
  private final int kind;
  private final long via;  // the offset of the field that the access is to; 0: the object itself
  private final long flag;  // that of a field which says, when set, that a read is a write; 0: there is none

  private RaddleCall(Class<?> type, int method, int kind, long via, long flag) {
    this.type = type;
    this.method = method;
    this.kind = kind;
    this.via = via;
    this.flag = flag;
  }

  static RaddleCall of(Class<?> type, int method) {
    int at = (System.identityHashCode(type) + method * 31) & CACHE_MASK;
    RaddleCall cached = CACHE[at];
    return cached != null && cached.type == type && cached.method == method ? cached : find(type, method, at);
  }

  @DontInline
  private static RaddleCall find(Class<?> type, int method, int at) {
    long t = Raddle.enter();
    int kind = NO_ACCESS;
    long via = 0;
    long flag = 0;
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      int meaning = Raddle.meaning0(c, method);
      if (meaning == 0) continue;
      if (meaning > 1) {
        kind = meaning - 2;
        String field = Raddle.subject0(c, method);
        if (field.startsWith(":")) flag = RaddleField.offsetOf(c, field.substring(1));
        else if (!field.isEmpty()) via = RaddleField.offsetOf(c, field);
      }
      break;
    }
    RaddleCall call = new RaddleCall(type, method, kind, via, flag);
    CACHE[at] = call;
    Raddle.leave(t);
    return call;
  }

  void tell(Object o, long t, int site) {
    Object subject = subjectOf(o);
    if (subject == null) return;
    RaddleViews.whole(subject, kindOf(o));
    if (Raddle.WORDS) RaddleGhost.touchWhole(subject, t, site, kindOf(o));
  }

  /** The same for object races. */
  void use(Object o, long self, int site) {
    Object subject = subjectOf(o);
    if (subject != null) RaddleObject.other(subject, self, site, kindOf(o));
  }

  private int kindOf(Object o) {
    return flag != 0 && U.getBoolean(o, flag) ? Raddle.WRITE : kind;
  }

  private Object subjectOf(Object o) {
    if (kind == NO_ACCESS) return null;
    return via == 0 ? o : U.getReference(o, via);
  }
}

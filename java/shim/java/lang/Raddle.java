package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls. The agent defines this class in java.base before the first application class is loaded, so
 * that every module and loader sees it.
 *
 * <p>Each event first looks at the variable's shadow word and at the thread's block, both without a call into native
 * code, and leaves if the access is one this thread has already made in this epoch. Only what is left goes to the
 * agent. The layout of words is stated in src/runtime/shadow_word.h, that of blocks in src/agent/threads.h; the
 * constants here repeat it.
 *
 * <p>Nothing here may throw into the program, take a lock the program can hold, or call a woven class.
 */
public final class Raddle {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long LONGS = longsOffset();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");

  // Shadow word: tag 2 | slot 14 | clock 26 | read 14 | locks 8.
  private static final int CLOCK_SHIFT = 22;
  private static final int READ_SHIFT = 8;
  private static final int TAG_SHIFT = 62;
  private static final int SLOT_SHIFT = 48;
  private static final long READ_MASK = (1L << 14) - 1;
  private static final long ADDRESS_MASK = (1L << 48) - 1;
  private static final long TAG_RECORD = 3;
  private static final long READ_NOW = 1L << (TAG_SHIFT - CLOCK_SHIFT);
  private static final long WRITTEN_NOW = 2L << (TAG_SHIFT - CLOCK_SHIFT);
  private static final long STAMPS_MASK = 7;

  // A thread's block, by offset.
  private static final long BLOCK_TID = 0;
  private static final long BLOCK_STAMP = 8;
  private static final long BLOCK_INSIDE = 16;

  private static final int READ = 0;
  private static final int WRITE = 1;

  private static final long THREADS = table0(0);  // thread id to block, direct-mapped, a hint
  private static final long THREADS_MASK = 4095;
  private static final long OFFSETS = table0(1);  // site to where its field's word is: see resolve
  private static final long STATICS = table0(2);  // site to the address of its static's word
  private static final int UNWATCHED = -1;

  private Raddle() {}

  // ---- threads

  /** The current thread's block. */
  @ForceInline
  public static long thread() {
    long tid = U.getLong(Thread.currentThread(), TID);
    long block = U.getLong(THREADS + ((tid & THREADS_MASK) << 3));
    if (block != 0 && U.getLong(block + BLOCK_TID) == tid) return block;
    return attach(tid);
  }

  @DontInline
  private static long attach(long tid) {
    return attach0(Thread.currentThread(), tid);
  }

  // ---- instance fields

  @ForceInline
  public static void read(Object o, long t, int site) {
    int at = U.getInt(OFFSETS + ((long) site << 2));
    if (at <= 0) {
      if (at == 0 && o != null && (at = resolve(o, site)) > 0) read(o, at, t, site);
    } else if (o != null) {
      read(o, at, t, site);
    }
  }

  @ForceInline
  private static void read(Object o, long at, long t, int site) {
    long word = U.getLong(o, at);
    if (!readSeen(word, t)) touch(o, at, word, t, site, READ, 0);
  }

  @ForceInline
  public static void write(Object o, long t, int site) {
    int at = U.getInt(OFFSETS + ((long) site << 2));
    if (at > 0 && o != null) {
      write(o, at, t, site);
    } else if (o != null && at != UNWATCHED) {
      writeOther(o, at, t, site);
    }
  }

  @ForceInline
  private static void write(Object o, long at, long t, int site) {
    long word = U.getLong(o, at);
    if (!writeSeen(word, t)) touch(o, at, word, t, site, WRITE, 0);
  }

  @DontInline
  private static void writeOther(Object o, int at, long t, int site) {
    if (at == 0) at = resolve(o, site);
    if (at > 0) write(o, at, t, site);
    else if (at != UNWATCHED) publish(o, -(long) at, t);
  }

  /** Behind a read of a field that is volatile, or may be. */
  @ForceInline
  public static void acquired(Object o, long t, int site) {
    int at = U.getInt(OFFSETS + ((long) site << 2));
    if (at >= UNWATCHED && at != 0) return;
    if (at == 0) at = resolve(o, site);
    if (at < UNWATCHED) receive(U.getLong(o, -(long) at), t);
  }

  // ---- statics

  @ForceInline
  public static void readStatic(long t, int site) {
    long at = U.getLong(STATICS + ((long) site << 3));
    if (at == 0) at = resolveStatic(site);
    if (at == UNWATCHED || (at & 1) != 0) return;
    long word = U.getLong(at);
    if (!readSeen(word, t)) touch(null, at, word, t, site, READ, 0);
  }

  @ForceInline
  public static void writeStatic(long t, int site) {
    long at = U.getLong(STATICS + ((long) site << 3));
    if (at == 0) at = resolveStatic(site);
    if (at == UNWATCHED) return;
    if ((at & 1) != 0) {
      publish(null, at - 1, t);
      return;
    }
    long word = U.getLong(at);
    if (!writeSeen(word, t)) touch(null, at, word, t, site, WRITE, 0);
  }

  @ForceInline
  public static void acquiredStatic(long t, int site) {
    long at = U.getLong(STATICS + ((long) site << 3));
    if (at != UNWATCHED && (at & 1) != 0) receive(U.getLong(at - 1), t);
  }

  // ---- arrays

  @ForceInline
  public static void arrayRead(Object a, int i, long t, int site) {
    if (a == null) return;
    long[] words = RaddleGhost.wordsOf(a);
    if (i < 0 || i >= words.length) return;
    long word = words[i];
    if (!readSeen(word, t)) touch(words, elementOffset(i), word, t, site, READ, RaddleGhost.typeOf(a));
  }

  @ForceInline
  public static void arrayWrite(Object a, int i, long t, int site) {
    if (a == null) return;
    long[] words = RaddleGhost.wordsOf(a);
    if (i < 0 || i >= words.length) return;
    long word = words[i];
    if (!writeSeen(word, t)) touch(words, elementOffset(i), word, t, site, WRITE, RaddleGhost.typeOf(a));
  }

  /** Looked up, not named: it is an int in JDK 17 and a long in later ones. */
  private static long longsOffset() {
    try {
      return ((Number) Unsafe.class.getField("ARRAY_LONG_BASE_OFFSET").get(null)).longValue();
    } catch (ReflectiveOperationException e) {
      throw new InternalError(e);
    }
  }

  private static long elementOffset(int i) {
    return LONGS + ((long) i << 3);
  }

  // ---- the check

  /** Has this thread written here in this epoch, and nobody touched it since? */
  @ForceInline
  private static boolean writeSeen(long word, long t) {
    long stamp = U.getLong(t + BLOCK_STAMP);
    if (wroteNow(word, stamp)) return true;
    return isRecord(word) && wroteNow(stampIn(word, stamp), stamp);
  }

  /** The same for a read, which a write in this epoch covers too. */
  @ForceInline
  private static boolean readSeen(long word, long t) {
    long stamp = U.getLong(t + BLOCK_STAMP);
    if (readNow(word, stamp)) return true;
    return isRecord(word) && readNow(stampIn(word, stamp), stamp);
  }

  @ForceInline
  private static boolean wroteNow(long word, long stamp) {
    return (word >>> CLOCK_SHIFT) - (stamp >>> CLOCK_SHIFT) == WRITTEN_NOW;
  }

  @ForceInline
  private static boolean readNow(long word, long stamp) {
    long last = (word >>> CLOCK_SHIFT) - (stamp >>> CLOCK_SHIFT) + ((word >>> READ_SHIFT) & READ_MASK);
    return last == WRITTEN_NOW || last == READ_NOW;
  }

  /** A record has stamps of its own, one for each slot modulo eight, at its very start. */
  @ForceInline
  private static long stampIn(long word, long stamp) {
    return U.getLong((word & ADDRESS_MASK) + (((stamp >>> SLOT_SHIFT) & STAMPS_MASK) << 3));
  }

  /** Lets the agent compute the next word, until nobody else changed it meanwhile. */
  @DontInline
  private static void touch(Object o, long at, long word, long t, int site, int kind, int type) {
    for (;;) {
      long next = touch0(t, word, site, kind, type);
      if (next == word) return;
      boolean made = isRecord(next) && !isRecord(word);
      if (U.compareAndSetLong(o, at, word, next)) {
        if (made && o != null) RaddleGhost.keep(o, next);
        return;
      }
      if (made) free0(next);
      word = U.getLong(o, at);
    }
  }

  @ForceInline
  private static boolean isRecord(long word) {
    return word >>> TAG_SHIFT == TAG_RECORD;
  }

  // ---- volatiles

  @DontInline
  private static void publish(Object o, long at, long t) {
    long handle = U.getLongVolatile(o, at);
    if (handle == 0) {
      long made = newChannel0();
      if (U.compareAndSetLong(o, at, 0, made)) {
        handle = made;
        if (o != null) RaddleGhost.keep(o, made);
      } else {
        free0(made);
        handle = U.getLongVolatile(o, at);
      }
    }
    publish0(t, handle);
  }

  @ForceInline
  private static void receive(long handle, long t) {
    if (handle != 0) receive0(t, handle);
  }

  // ---- monitors

  @DontInline
  public static void acquire(Object o, long t, int site) {
    if (o != null) acquire0(t, RaddleGhost.lockOf(o), site);
  }

  @DontInline
  public static void release(Object o, long t, int site) {
    if (o != null) release0(t, RaddleGhost.lockOf(o), site);
  }

  // ---- where a site's word is

  /** The word's offset; negative for a volatile's; UNWATCHED where the declaring class has none. */
  @DontInline
  private static int resolve(Object o, int site) {
    int at = UNWATCHED;
    try {
      String owner = siteText0(site, 0);
      Class<?> c = o.getClass();
      while (c != null && !c.getName().equals(owner)) c = c.getSuperclass();
      Field field = c == null ? null : find(c, siteText0(site, 1));
      if (field != null && (field.getModifiers() & (Modifier.FINAL | Modifier.STATIC)) == 0) {
        at = (int) U.objectFieldOffset(field.getDeclaringClass(), field.getName() + "$raddle");
        if (Modifier.isVolatile(field.getModifiers())) at = -at;
        bind0(site, field.getDeclaringClass().getName());
      }
    } catch (Throwable none) {
      // the field's class is not woven, or cannot be looked at
    }
    U.putInt(OFFSETS + ((long) site << 2), at);
    return at;
  }

  @DontInline
  private static long resolveStatic(int site) {
    long at = UNWATCHED;
    try {
      Class<?> c = Class.forName(siteText0(site, 0), false, loader0(site));
      Field field = find(c, siteText0(site, 1));
      if (field != null && Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
        Class<?> declaring = field.getDeclaringClass();
        at = staticWord0(declaring, field.getName());
        if (Modifier.isVolatile(field.getModifiers())) at |= 1;
        bind0(site, declaring.getName());
      }
    } catch (Throwable none) {
      // as above
    }
    U.putLong(STATICS + ((long) site << 3), at);
    return at;
  }

  private static Field find(Class<?> c, String name) {
    for (; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) return field;
      }
    }
    return null;
  }

  // ---- hooks in the JDK's own methods

  private static boolean enter(long t) {
    if (U.getInt(t + BLOCK_INSIDE) != 0) return false;
    U.putInt(t + BLOCK_INSIDE, 1);
    return true;
  }

  private static void leave(long t) {
    U.putInt(t + BLOCK_INSIDE, 0);
  }

  /** Before a thread starts another. */
  public static void fork(Thread child) {
    long t = thread();
    if (!enter(t)) return;
    long made = fork0(t, child, U.getLong(child, TID));
    if (made != 0) RaddleGhost.keep(child, made);
    leave(t);
  }

  /** A virtual thread's last act. */
  public static void end(Thread thread) {
    end0(U.getLong(thread, TID));
  }

  /** Behind a join that may have seen the thread's end. */
  public static void join(Thread ended) {
    if (!ended.isAlive()) join0(thread(), U.getLong(ended, TID));
  }

  // ---- the agent

  static native long table0(int which);

  static native long attach0(Thread thread, long tid);

  static native long touch0(long t, long word, int site, int kind, int type);

  /** Tells which class declares the field that a site names. */
  static native void bind0(int site, String declaring);

  static native int type0(Class<?> array);

  static native long newLock0(Object o);

  static native long newChannel0();

  static native void free0(long handle);

  static native void acquire0(long t, long lock, int site);

  static native void release0(long t, long lock, int site);

  static native void publish0(long t, long channel);

  static native void receive0(long t, long channel);

  static native long fork0(long t, Thread thread, long child);

  static native void end0(long tid);

  static native void join0(long t, long child);

  static native String siteText0(int site, int which);

  static native ClassLoader loader0(int site);

  static native long staticWord0(Class<?> declaring, String name);
}

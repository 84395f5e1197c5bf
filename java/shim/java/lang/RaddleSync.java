package java.lang;

import java.lang.ref.Reference;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What hooks call. Hooks sit in methods of the JDK and of other libraries that have a contract
 * (src/contracts/contract.h); they say with a verb what has happened to an object. Woven code calls this class around
 * Object.wait and the like.
 *
 * <p>Nothing is told inside a method whose contract is a leaf, or inside Raddle's own code. The outer contract says all
 * there is to say, and the JDK's locks that Raddle itself uses must not lead back here.
 */
public final class RaddleSync {
  // Verbs, as src/contracts/contract.h numbers them.
  private static final int ACQUIRE = 0;
  private static final int RELEASE = 1;
  private static final int ACQUIRE_SHARED = 2;
  private static final int RELEASE_SHARED = 3;
  static final int PUBLISH = 4;
  static final int RECEIVE = 5;
  private static final int FORK = 6;
  private static final int JOIN = 7;
  private static final int END = 8;
  private static final int WAIT = 9;
  private static final int NOTIFY = 10;
  private static final int SPECULATE = 11;
  private static final int VALIDATE = 12;
  private static final int VERB = 0xff;
  static final int READ = 13;
  static final int WRITE = 14;
  private static final int ASK = 16;
  private static final int PROGRAM_ONLY = 1 << 8;
  private static final int ANYWAY = 1 << 9;
  private static final int TRIES = 1 << 10;

  private static final int WRITING = 0;
  private static final int READING = 1;

  private static final int ALL = "all".hashCode();
  private static final int PARTS = 64;  // maps and arrays have so many parts that are told apart

  private RaddleSync() {}

  // ---- hooks

  /** Begins a leaf: a method that calls no code of the program. Returns what to pass to leave(). */
  public static int enter() {
    return Raddle.goInside(Raddle.thread());
  }

  /** Before a leaf makes a call that may reach code of the program. Returns what to pass to leave(). */
  public static int suspend() {
    long t = Raddle.thread();
    int inside = Raddle.goInside(t);
    Raddle.setInside(t, 0);
    return inside;
  }

  /** Restores the state before enter() or suspend(). */
  public static void leave(int inside) {
    Raddle.setInside(Raddle.thread(), inside);
  }

  /** The first object that a method has read from a field; the thread publishes to it. */
  public static Object keep(Object value, Object kept) {
    if (kept != null || value == null) return kept;
    long t = Raddle.thread();
    int inside = Raddle.goInside(t);
    if (inside <= 1) tell(t, value, 0, PUBLISH);  // the leaf that keeps the object counts as one
    Raddle.setInside(t, inside);
    return value;
  }

  @ForceInline
  public static void syncIf(int result, Object o, int key, int verb) {
    if (result != 0) sync(o, key, verb);
  }

  @ForceInline
  public static void syncUnless(int result, Object o, int key, int verb) {
    if (result == 0) sync(o, key, verb);
  }

  @ForceInline
  public static void syncFound(Object result, Object o, int key, int verb) {
    if (result != null) sync(o, key, verb);
  }

  /** Around a call made on an object of a program class. */
  public static void syncOfProgram(Object called, Object o, int key, int verb) {
    if (called != null && called.getClass().getClassLoader0() != null) sync(o, key, verb);
  }

  public static void sync(Object o, int key, int verb) {
    if ((verb & VERB) == RECEIVE && Raddle.isHushed()) return;
    if (o == null || ((verb & PROGRAM_ONLY) != 0 && o.getClass().getClassLoader0() == null)) return;
    if ((verb & VERB) == END) {
      end(o);
      return;
    }
    long t = Raddle.thread();
    if (Raddle.isInside(t) && (verb & ANYWAY) == 0) return;
    if (Raddle.isHushed() && (passOver(t, verb & VERB) || noteLock(t, o, verb & (VERB | TRIES)))) return;
    Raddle.enter(t);
    try {
      tell(t, o, key, verb & (VERB | TRIES));
    } catch (OutOfMemoryError full) {
      // an event that is not told may cause a false report; a program without memory has other worries
    } finally {
      Raddle.leave(t);
    }
  }

  /**
   * In a hush: whether the verb can be left out because it is neither about holding locks nor about threads. A thread
   * that waits for a notification already knows what others did.
   */
  @ForceInline
  private static boolean passOver(long t, int verb) {
    if (verb == PUBLISH || verb == NOTIFY) Raddle.hush(t);
    return verb == PUBLISH || verb == RECEIVE || verb == NOTIFY;
  }

  /** The same for a lock, if noting that it is held, or no longer held, is all there is to do. */
  @ForceInline
  private static boolean noteLock(long t, Object o, int verb) {
    if (!Raddle.LOCKS || Raddle.LOCKS_LATE || RaddleViews.ON) return false;
    return verb == ACQUIRE ? Raddle.acquireUnasked(o, t) : verb == RELEASE && Raddle.releaseUnasked(o, t);
  }

  static void tell(long t, Object o, int key, int verb) {
    if (Raddle.isHushed() && passOver(t, verb)) return;
    switch (verb) {
      case ACQUIRE -> acquire(t, o, WRITING);
      case ACQUIRE | TRIES -> acquire(t, o, WRITING | Raddle.TRYING);
      case RELEASE -> release(t, o, WRITING);
      case ACQUIRE_SHARED -> acquire(t, o, READING);
      case ACQUIRE_SHARED | TRIES -> acquire(t, o, READING | Raddle.TRYING);
      case RELEASE_SHARED -> release(t, o, READING);
      case PUBLISH -> RaddleGhost.publish(o, key, t);
      case RECEIVE -> {
        RaddleGhost.receive(o, key, key == ALL, t);
        // The referent is gone, so this comes after any reachabilityFence that kept it alive.
        if (o instanceof Reference) RaddleGhost.receive(RaddleSync.class, 0, false, t);
      }
      case FORK -> {
        if (o instanceof Thread child) fork(t, child);
      }
      case JOIN -> {
        if (o instanceof Thread ended) join(t, ended);
      }
      case WAIT -> {
        RaddleViews.beginWait(o);
        RaddleHeld.find(t);
        Raddle.beginWait0(t, RaddleGhost.lockOf(o));
      }
      case NOTIFY -> Raddle.notify0(t, RaddleGhost.lockOf(o));
      case ASK -> {
        if (isOwned(o)) ask(t, o, READING);  // its owner keeps out both readers and writers
      }
      case SPECULATE -> {
        if (key == 0) speculate(t, o);
        else Raddle.nest(t, 1);
      }
      case VALIDATE -> {
        if (key == 0) Raddle.speculate(t, 0);
        else Raddle.nest(t, -1);
      }
      default -> { }
    }
    Reference.reachabilityFence(o);
  }

  /** Tells a verb for every part of an object. */
  static void tellAll(long t, Object o, int verb) {
    if (verb == RECEIVE) tell(t, o, ALL, RECEIVE);
    else for (int part = 0; part < PARTS; ++part) tell(t, o, part, verb);
  }

  /** From now on, what is published to the owner can be received from the other object, too. */
  public static void lend(Object other, Object owner) {
    if (other == null) return;
    long t = Raddle.enter();
    try {
      RaddleGhost.lend(other, owner);
    } catch (OutOfMemoryError full) {
      // as in sync
    } finally {
      Raddle.leave(t);
    }
  }

  private static void acquire(long t, Object o, int how) {
    if (Raddle.LOCKS) {
      if (Raddle.LOCKS_LATE && (how & READING) == 0) RaddleObject.acquire(o, t);
      else if (how != WRITING || !Raddle.acquireUnasked(o, t)) Raddle.acquire(o, RaddleGhost.lockOf(o), t, how);
    }
    if (RaddleViews.ON) RaddleViews.acquire(o, 0, (how & READING) != 0);
  }

  private static void release(long t, Object o, int shared) {
    if (RaddleViews.ON) RaddleViews.release(o, 0);
    if (Raddle.LOCKS) {
      if (Raddle.LOCKS_LATE && shared == 0) RaddleObject.release(o, t);
      else if (shared != 0 || !Raddle.releaseUnasked(o, t)) Raddle.release(o, RaddleGhost.lockOf(o), t, shared);
    }
  }

  private static final long OWNER = RaddleField.offsetOf(AbstractOwnableSynchronizer.class, "exclusiveOwnerThread");

  private static boolean isOwned(Object o) {
    return OWNER != 0 && o instanceof AbstractOwnableSynchronizer && Raddle.U.getReference(o, OWNER) != null;
  }

  private static void ask(long t, Object o, int how) {
    if (!Raddle.LOCKS || Raddle.LOCKS_LATE) return;
    RaddleHeld.find(t);
    Raddle.ask0(t, RaddleGhost.lockOf(o), how);
  }

  /** Called by the agent when the current thread is about to wait for a monitor. */
  static void contended(Object monitor) {
    long t = Raddle.thread();
    if (Raddle.isInside(t)) return;
    Raddle.enter(t);
    try {
      ask(t, monitor, WRITING);
    } catch (OutOfMemoryError full) {
      // as in sync
    } finally {
      Raddle.leave(t);
    }
  }

  /** A thread ends. Afterwards its block may belong to another thread, so nothing more is written to it. */
  private static void end(Object thread) {
    if (!(thread instanceof Thread ended)) return;
    RaddleViews.end(Raddle.idOf(ended));
    Raddle.end0(Raddle.idOf(ended));
  }

  private static void fork(long t, Thread child) {
    enlarge(child);
    boolean serves = child.getClass().getName().startsWith("jdk.internal.");  // cleaners, carriers of virtual threads
    long made = Raddle.fork0(t, child, Raddle.idOf(child), serves);
    if (made != 0) RaddleGhost.keep(child, made);
  }

  private static final long HOLDER = RaddleField.offsetOf(Thread.class, "holder");  // since JDK 19
  private static final int STACK_FACTOR = 8;  // as src/cli/java_command.h has it
  private static final long LARGEST_STACK = 1L << 30;

  /**
   * A thread whose stack size was chosen for a deep recursion needs more for it, just as threads with the default size
   * do.
   */
  private static void enlarge(Thread child) {
    Object holder = HOLDER == 0 ? child : Raddle.U.getReference(child, HOLDER);
    long at = holder == null ? 0 : RaddleField.offsetOf(HOLDER == 0 ? Thread.class : holder.getClass(), "stackSize");
    long size = at == 0 ? 0 : Raddle.U.getLong(holder, at);
    if (size > 0 && size < LARGEST_STACK) Raddle.U.putLong(holder, at, Math.min(size * STACK_FACTOR, LARGEST_STACK));
  }

  private static void join(long t, Thread ended) {
    // For a moment, a thread is both terminated and alive.
    boolean over = !ended.isAlive() || ended.getState() == Thread.State.TERMINATED;
    if (over) Raddle.join0(t, Raddle.idOf(ended));
  }

  /** An optimistic read comes after the last writer's unlock. What it reads is not recorded until it is validated. */
  private static void speculate(long t, Object o) {
    if (Raddle.LOCKS && !Raddle.isHushed()) {
      long lock = RaddleGhost.lockOf(o);
      Raddle.acquire0(t, lock, READING);
      Raddle.release0(t, lock, READING);
    }
    Raddle.speculate(t, 1);
  }

  /** After an optimistic read whose stamp nobody looks at. The program reads what follows at its own risk. */
  public static void unvalidated() {
    Raddle.speculate(Raddle.thread(), 0);
  }

  public static void endWait() {
    long t = Raddle.thread();
    if (Raddle.isInside(t)) return;
    Raddle.endWait0(t);
    RaddleViews.endWait();
  }

  /** The part of a map that a key's value is in. The program's own hashCode is not called. */
  public static int keyOf(Object key) {
    boolean known = key instanceof String || key instanceof Number && key.getClass().getClassLoader0() == null
        || key instanceof Enum || key instanceof Character || key instanceof Class;
    return known ? (key.hashCode() * 0x9E3779B9) >>> 26 : PARTS;
  }

  public static int keyOf(int index) {
    return index & (PARTS - 1);
  }

  /** The object that stands for the JVM to threads for which it waits before it ends; null for a daemon. */
  @DontInline
  public static Object jvm() {
    return Thread.currentThread().isDaemon() ? null : Shutdown.class;
  }

  /** The value of a field that a superclass of the object's class may declare. */
  @DontInline
  public static Object field(Object o, String name) {
    return o == null ? null : RaddleField.valueOf(o, name);
  }

  /** Tells a verb for the field of an object that a field updater or a java.lang.reflect.Field stands for. */
  @DontInline
  public static void updated(Object o, Object by, int verb) {
    long t = Raddle.thread();
    if (Raddle.isInside(t)) return;
    Raddle.enter(t);
    try {
      RaddleField field = RaddleField.of(by);
      if (field != null) field.tell(o, t, 0, verb);
    } catch (OutOfMemoryError full) {
      // as above
    } finally {
      Raddle.leave(t);
    }
  }

  /** Tells a verb for whatever the object has at the offset, which comes from Unsafe. Null: memory outside the heap. */
  @DontInline
  public static void updatedAt(Object o, long offset, int verb) {
    long t = Raddle.thread();
    if (Raddle.isInside(t)) return;
    Raddle.enter(t);
    try {
      RaddleHandles.at(o, offset, verb, t);
    } catch (OutOfMemoryError full) {
      // as above
    } finally {
      Raddle.leave(t);
    }
  }

  // ---- woven calls of native methods

  /**
   * A fence orders everything before it with everything after another fence, no matter what carries the news. So all
   * fences share one channel.
   */
  public static void fence(int effect) {
    loose(RaddleSync.class, effect);
  }

  /** An access to an atomic that becomes ordering because of a fence. */
  public static void loose(Object o, int effect) {
    sync(o, 0, effect == 4 ? PUBLISH : RECEIVE);
  }

  public static void beforeWait(Object o) {
    if (o == null || !Thread.holdsLock(o)) return;
    RaddleStack.forHook();
    sync(o, 0, WAIT);
  }

  public static void beforeNotify(Object o) {
    sync(o, 0, NOTIFY);
  }

  /** After a call of isAlive on an object that need not be a thread. */
  public static void asked(boolean alive, Object o) {
    if (!alive && o instanceof Thread) sync(o, 0, JOIN);
  }

  /** In a handler for an error which may say that a class's initialiser failed. */
  public static void caught(Throwable e) {
    if (e instanceof NoClassDefFoundError) sync(RaddleSync.class, NOT_INITIALISED, RECEIVE);
  }

  /**
   * Where a class's initialiser ends with an exception. Threads that the JVM then refuses the class do not learn from
   * the error which class it was, so all share one channel.
   */
  public static void notInitialised() {
    sync(RaddleSync.class, NOT_INITIALISED, PUBLISH);
  }

  private static final int NOT_INITIALISED = "initialiser".hashCode();
}

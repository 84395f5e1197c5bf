import java.util.concurrent.Callable;

/** Has a method for each kind of hook; main calls them all and prints a line for each, with what the hooks say in it. */
public class Hooked {
  Object part = "part";
  Object state = "state0";
  int number;
  long wide;

  Hooked() {
    say("constructed");
  }

  @Override
  public String toString() {
    return "this";
  }

  static void say(String text) {
    System.out.print(" " + text);
  }

  void nothing() { say("body"); }
  void before() { say("body"); }
  void after() { say("body"); }
  void turned() { say("body"); }
  void both() { say("body"); }

  int twoReturns(int n) {
    if (n > 0) {
      say("first");
      return n;
    }
    say("second");
    return -n;
  }

  boolean whenTrue(boolean b) { return b; }
  boolean whenFalse(boolean b) { return b; }
  long whenLong(long n) { return n; }
  Object whenFound(Object o) { return o; }
  Object theResult(Object o) { return o; }
  double resultAside(double d) { return d; }

  void throwsUntold() { throw new IllegalStateException(); }
  void throwsAlways() { throw new IllegalStateException(); }
  void leaf() { say("body"); }
  void leafThrows() { throw new IllegalStateException(); }
  int leafCatches() {
    try {
      throw new IllegalStateException();
    } catch (IllegalStateException e) {
      say("caught");
      return 1;
    }
  }
  void waits() { say("body"); }
  void waitsThrows() { throw new IllegalStateException(); }

  void itsField() { say("body"); }
  void itsChangedField() { part = "other"; }
  void argument(long first, Object o) { say("body"); }
  void changedArgument(Object o) { o = "other"; say(o.toString()); }
  void argumentsField(Object o) { say("body"); }
  void tagged() { say("body"); }
  void indexed(long skipped, int i) { i = 77; say("body " + i); }
  void longIndexed(long i) { say("body"); }
  void keyed(Object key) { say("body"); }
  void current() { say("body"); }
  void unlessJdk() { say("body"); }
  void anyway() { say("body"); }
  void by(Object o) { say("body"); }
  static void ofClass(Object o) { say("body"); }

  void callsRun(Runnable r) { r.run(); }
  Object callsCall(Callable<?> c) throws Exception { return c.call(); }
  int readsNumber() { return number; }
  void writesNumber() { number = 2; }
  void writesWide() { wide = 2; }
  Object keeps() {
    Object first = state;
    state = "state1";
    return first == state ? null : first;
  }

  static void line(String name, Task task) {
    System.out.print(name + ":");
    try {
      task.go();
    } catch (Exception e) {
      say("thrown");
    }
    System.out.println();
  }

  interface Task {
    void go() throws Exception;
  }

  public static void main(String[] arguments) {
    Thread.currentThread().setName("main");
    Hooked[] made = new Hooked[1];
    line("<init>", () -> made[0] = new Hooked());
    Hooked h = made[0];
    line("nothing", h::nothing);
    line("before", h::before);
    line("after", h::after);
    line("turned", h::turned);
    line("both", h::both);
    line("twoReturns", () -> { h.twoReturns(1); h.twoReturns(-1); });
    line("whenTrue", () -> { h.whenTrue(true); say("|"); h.whenTrue(false); });
    line("whenFalse", () -> { h.whenFalse(true); say("|"); h.whenFalse(false); });
    line("whenLong", () -> { h.whenLong(1L << 40); say("|"); h.whenLong(0); });
    line("whenFound", () -> { h.whenFound("it"); say("|"); h.whenFound(null); });
    line("theResult", () -> { h.theResult("it"); say("|"); h.theResult(null); });
    line("resultAside", () -> h.resultAside(1));
    line("throwsUntold", h::throwsUntold);
    line("throwsAlways", h::throwsAlways);
    line("leaf", h::leaf);
    line("leafThrows", h::leafThrows);
    line("leafCatches", h::leafCatches);
    line("waits", h::waits);
    line("waitsThrows", h::waitsThrows);
    line("itsField", h::itsField);
    line("itsChangedField", h::itsChangedField);
    line("argument", () -> h.argument(1, "given"));
    line("changedArgument", () -> h.changedArgument("given"));
    line("argumentsField", () -> h.argumentsField("given"));
    line("tagged", h::tagged);
    line("indexed", () -> h.indexed(1, 5));
    line("longIndexed", () -> h.longIndexed(6));
    line("keyed", () -> h.keyed("four"));
    line("current", h::current);
    line("unlessJdk", h::unlessJdk);
    line("anyway", h::anyway);
    line("by", () -> h.by("given"));
    line("ofClass", () -> ofClass("given"));
    line("callsRun", () -> h.callsRun(new Runnable() {
      @Override
      public void run() {
        say("running");
      }
      @Override
      public String toString() {
        return "runnable";
      }
    }));
    line("callsCall", () -> h.callsCall(() -> { say("called"); return null; }));
    line("readsNumber", h::readsNumber);
    line("writesNumber", h::writesNumber);
    line("writesWide", h::writesWide);
    line("keeps", h::keeps);
    Monitors m = new Monitors();
    line("synchronizedMethod", m::synchronizedMethod);
    line("synchronizedThrows", m::synchronizedThrows);
    line("block", () -> m.block(m));
    line("waitsAndNotifies", m::waitsAndNotifies);
  }
}

class Monitors {
  @Override
  public String toString() {
    return "monitor";
  }

  synchronized void synchronizedMethod() { Hooked.say("body"); }
  synchronized void synchronizedThrows() { throw new IllegalStateException(); }

  void block(Object o) {
    synchronized (o) {
      Hooked.say("body");
    }
  }

  synchronized void waitsAndNotifies() throws InterruptedException {
    notifyAll();
    wait(1L);
  }
}

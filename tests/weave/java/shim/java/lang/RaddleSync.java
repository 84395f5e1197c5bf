package java.lang;

/** Stands in for the shim's class of that name and prints what it is told. */
public final class RaddleSync {
  private static final String[] VERBS = {
    "acquire", "release", "acquire-shared", "release-shared", "publish", "receive", "fork", "join", "end", "wait",
    "notify", "speculate", "validate", "read", "write"
  };

  private RaddleSync() {}

  private static void say(String text) {
    System.out.print(" " + text);
  }

  public static void sync(Object o, int key, int verb) {
    String part = key == 0 ? "" : "[" + key + "]";
    say(VERBS[verb & 0xff] + "(" + o + part + ")" + ((verb & 1 << 8) != 0 ? "-unless-jdk" : "")
        + ((verb & 1 << 9) != 0 ? "-anyway" : ""));
  }

  public static void syncIf(int result, Object o, int key, int verb) {
    if (result != 0) sync(o, key, verb);
  }

  public static void syncUnless(int result, Object o, int key, int verb) {
    if (result == 0) sync(o, key, verb);
  }

  public static void syncFound(Object result, Object o, int key, int verb) {
    if (result != null) sync(o, key, verb);
  }

  public static int enter() {
    say("enter");
    return 1;
  }

  public static int suspend() {
    say("suspend");
    return 2;
  }

  public static void leave(int inside) {
    say(inside == 1 ? "leave" : "resume");
  }

  public static Object keep(Object value, Object kept) {
    say(kept == null ? "keep(" + value + ")" : "kept-already");
    return kept == null ? value : kept;
  }

  public static void endWait() {
    say("endWait");
  }

  public static int keyOf(Object key) {
    return ((String) key).length();
  }

  public static int keyOf(int index) {
    return index;
  }

  public static Object field(Object o, String name) {
    return o + "." + name;
  }

  public static void updated(Object o, Object by, int verb) {
    say(VERBS[verb] + "(" + o + " by " + by + ")");
  }
}

package seeds;

/** Pattern switches and record patterns: bootstraps of java.lang.runtime.SwitchBootstraps. */
class Patterns {
  enum Side { LEFT, RIGHT }
  record Pair(Object a, Object b) {}

  static String describe(Object o) {
    return switch (o) {
      case null -> "null";
      case Integer i when i > 10 -> "large " + i;
      case Integer i -> "small " + i;
      case Pair(String a, Pair(var b, Side c)) -> a + b + c;
      case Side s when s == Side.LEFT -> "left";
      case String[] all -> "strings " + all.length;
      case String s -> s;
      default -> "other";
    };
  }
}

package overriding;

/** In Base's package again: overrides what Base has, and opens one of them. */
public class Opener extends Base {
  @Override
  public String opened() { return "Opener"; }
}

package overriding;

/** A package-private method that a class of another package cannot override, unless one between has opened it. */
public class Base {
  String hidden() { return "Base"; }

  String opened() { return "Base"; }

  protected String guarded() { return "Base"; }

  private String own() { return "Base"; }

  public static String shared() { return "Base"; }

  String callOwn() { return own(); }
}

package overriding.inner;

import overriding.Base;

/** Its hidden() and opened() look like Base's and are others; its guarded() overrides. */
public class Outside extends Base {
  String hidden() { return "Outside"; }

  public String opened() { return "Outside"; }

  @Override
  protected String guarded() { return "Outside"; }

  String own() { return "Outside"; }

  public static String shared() { return "Outside"; }
}

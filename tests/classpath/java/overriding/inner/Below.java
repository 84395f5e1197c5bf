package overriding.inner;

import overriding.Opener;

/** Overrides Opener.opened(), which overrides Base.opened(): so it overrides that too (JVMS 5.4.5). */
public class Below extends Opener {
  @Override
  public String opened() { return "Below"; }

  String hidden() { return "Below"; }
}

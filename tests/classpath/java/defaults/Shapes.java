package defaults;

/** Default methods: which is the maximally-specific one. */
public final class Shapes {
  private Shapes() {}

  public interface Top {
    int CONSTANT = 1;

    default String name() { return "Top"; }

    String open();

    static String helper() { return "Top"; }
  }

  public interface Left extends Top {
    @Override
    default String name() { return "Left"; }
  }

  public interface Right extends Top {
    int CONSTANT = 2;
  }

  /** Left's name() hides Top's, though Right leads to Top as well. */
  public static class Diamond implements Right, Left {
    @Override
    public String open() { return "Diamond"; }
  }

  public static class Parent {
    public int constant = 3;

    public String name() { return "Parent"; }
  }

  /** A superclass's method goes before any interface's. */
  public abstract static class Child extends Parent implements Left {}

  public enum Colour implements Top {
    RED {
      @Override
      public String open() { return "RED"; }
    };
  }
}

// note: check.UnknownNames.load loads a class by a name that is not a constant: not followed
package check;

/** A method that loads whatever class it is told is noted once, however many objects it is called on. */
public class UnknownNames {
  private final String prefix;

  UnknownNames(String prefix) {
    this.prefix = prefix;
  }

  Object load(String name) {
    try {
      return Class.forName(prefix + name).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) {
    System.out.println(new UnknownNames("a.").load(args[0]));
    System.out.println(new UnknownNames("b.").load(args[0]));
  }
}

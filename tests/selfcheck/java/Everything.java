// A program that uses as much of the language and of the instruction set as fits, and prints what it computes.
// It is run before and after each edit of its classes; the transcripts must be equal.
public final class Everything {
  private Everything() {}

  public static void main(String[] args) {
    Arithmetic.run();
    Switches.run();
    Exceptions.run();
    Objects.run();
    Arrays.run();
    Language.run();
    System.out.println("end");
  }

  static void print(String what, Object... values) {
    StringBuilder line = new StringBuilder(what);
    for (Object value : values) line.append(' ').append(value);
    System.out.println(line);
  }
}

package check;

/** An enum constant with mutable state is a global variable. */
public class EnumState {
  enum Level {
    LOW,
    HIGH;

    private int uses; // expect: check.EnumState$Level.uses

    void use() {
      uses++;
    }
  }

  public static void main(String[] args) {
    new Thread(Level.LOW::use).start();
    Level.LOW.use();
  }
}

package drivers;

public class H2 {
  public static void main(String[] args) {
    Database.run(new org.h2.Driver(), "jdbc:h2:mem:x");
  }
}

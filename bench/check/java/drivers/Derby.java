package drivers;

public class Derby {
  public static void main(String[] args) {
    Database.run(new org.apache.derby.jdbc.EmbeddedDriver(), "jdbc:derby:memory:x;create=true");
  }
}

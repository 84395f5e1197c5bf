package drivers;

public class Hsqldb {
  public static void main(String[] args) {
    Database.run(new org.hsqldb.jdbc.JDBCDriver(), "jdbc:hsqldb:mem:x");
  }
}

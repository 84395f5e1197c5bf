package drivers;

public class Jtds {
  public static void main(String[] args) {
    Database.run(new net.sourceforge.jtds.jdbc.Driver(), "jdbc:jtds:sqlserver://host/x");
  }
}

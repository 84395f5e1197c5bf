package check;

/** The properties of the system are one object, whoever asks for them. */
public class SystemWide {
  static class Shared {
    int count; // expect: check.SystemWide$Shared.count
  }

  static class Guarded {
    private int count;

    synchronized void add() {
      count++;
    }
  }

  private static void work() {
    ((Shared) System.getProperties().get("shared")).count++;
    ((Guarded) System.getProperties().get("guarded")).add();
  }

  public static void main(String[] args) {
    System.getProperties().put("shared", new Shared());
    System.getProperties().put("guarded", new Guarded());
    new Thread(SystemWide::work).start();
    new Thread(SystemWide::work).start();
  }
}

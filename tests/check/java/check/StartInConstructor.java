package check;

/** A constructor that starts a thread on itself, and goes on. */
public class StartInConstructor {
  private int ready; // expect: check.StartInConstructor.ready
  private int before;

  StartInConstructor() {
    before = 1;
    new Thread(() -> System.out.println(before + ready)).start();
    ready = 2;
  }

  public static void main(String[] args) {
    new StartInConstructor();
  }
}

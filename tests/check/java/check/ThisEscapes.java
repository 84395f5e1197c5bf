package check;

/** The constructor starts a thread on the unfinished object. */
public class ThisEscapes {
  int state; // expect: check.ThisEscapes.state

  ThisEscapes() {
    new Thread(() -> System.out.println(state)).start();
    state = 3;
  }

  public static void main(String[] args) {
    new ThisEscapes();
  }
}

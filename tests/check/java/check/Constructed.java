package check;

/** A constructor that keeps its object to itself is no writer to the others: nothing. */
public class Constructed {
  int state;

  Constructed() {
    state = 3;
    prepare();
  }

  private void prepare() {
    state++;
  }

  public static void main(String[] args) {
    Constructed shared = new Constructed();
    new Thread(() -> System.out.println(shared.state)).start();
    new Thread(() -> System.out.println(shared.state)).start();
  }
}

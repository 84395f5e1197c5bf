package silent;

import support.Check;
import support.Threads;

/** Fields of one object, each with its own thread: no two share one. */
public class BitsOfOneObject {
  byte a;
  byte b;
  boolean c;
  boolean d;
  short e;
  char f;

  public static void main(String[] args) throws Exception {
    BitsOfOneObject it = new BitsOfOneObject();
    Threads.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            it.a++;
            it.c = true;
            it.e++;
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            it.b++;
            it.d = true;
            it.f++;
          }
        });
    Check.result(200, it.a + it.b + it.e + it.f);
  }
}

package silent;

import support.Check;
import support.Threads;

/** A parent's writes before start are the child's; the child's are the parent's after join; grandchildren included. */
public class StartJoin {
  static int a;
  int b;
  final long[] row = new long[2];

  public static void main(String[] args) throws Exception {
    StartJoin it = new StartJoin();
    a = 1;
    it.b = 2;
    it.row[0] = 3;
    Thread child = Threads.start(() -> {
      a++;
      it.b++;
      Thread grandchild = Threads.start(() -> {
        it.row[0] += a;
        it.b++;
      });
      grandchild.join();
      it.row[1] = it.row[0] + it.b;
    });
    child.join();
    Check.result("2 4 9", a + " " + it.b + " " + it.row[1]);
  }
}

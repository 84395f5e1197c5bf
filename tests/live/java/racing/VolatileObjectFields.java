package racing;

import support.Check;
import support.NoEdge;
import support.Threads;

/** The reference is volatile and goes out first; the object is filled in afterwards. */
public class VolatileObjectFields {
  static final class Form {
    String name;  // expect: observed racing.VolatileObjectFields$Form.name
  }

  static volatile Form form;

  public static void main(String[] args) throws Exception {
    NoEdge filled = new NoEdge();
    Threads.together(
        () -> {
          form = new Form();
          form.name = "filled";
          filled.raise();
        },
        () -> {
          filled.await();
          Check.same("filled", form.name);
        });
  }
}

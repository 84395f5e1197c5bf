package silent;

import java.lang.reflect.Field;
import support.Check;
import support.Threads;

/** One java.lang.reflect.Field that many threads use, each for an object of its own. */
public class SharedReflection {
  int number;

  static void count(Field field) throws Exception {
    SharedReflection own = new SharedReflection();
    for (int i = 0; i < 50; i++) {
      field.setInt(own, field.getInt(own) + 1);
      field.set(own, field.get(own));
    }
    Check.result(50, own.number);
  }

  public static void main(String[] args) throws Exception {
    Field field = SharedReflection.class.getDeclaredField("number");
    Threads.together(() -> count(field), () -> count(field), () -> count(field));
  }
}

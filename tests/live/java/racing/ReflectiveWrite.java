package racing;

import java.lang.reflect.Field;
import support.NoEdge;
import support.Threads;

/** A field set by reflection is a field set. */
public class ReflectiveWrite {
  int number;  // expect: observed racing.ReflectiveWrite.number

  public static void main(String[] args) throws Exception {
    ReflectiveWrite it = new ReflectiveWrite();
    Field field = ReflectiveWrite.class.getDeclaredField("number");
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          it.number = 1;
          written.raise();
        },
        () -> {
          written.await();
          field.setInt(it, 2);
        });
  }
}

package racing;

import java.lang.reflect.Field;
import support.NoEdge;
import support.Threads;

/** A static field that both threads know by reflection only: where they do so is found when it happens. */
public class ReflectiveStatics {
  static double number;  // expect: observed racing.ReflectiveStatics.number

  public static void main(String[] args) throws Exception {
    Field field = ReflectiveStatics.class.getDeclaredField("number");
    NoEdge written = new NoEdge();
    Threads.together(
        () -> {
          field.set(null, 2.0);
          written.raise();
        },
        () -> {
          written.await();
          field.get(null);
        });
  }
}

package racing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Threads;

/** Plain accesses through VarHandles that were made of another, and a flag that is another element. */
public class IndirectHandles {
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  static final int[] numbers = new int[4];  // expect: observed int[]
  int field;  // expect: observed racing.IndirectHandles.field

  public static void main(String[] args) throws Exception {
    IndirectHandles it = new IndirectHandles();
    VarHandle third = MethodHandles.insertCoordinates(ELEMENT, 0, numbers, 3);
    VarHandle field = MethodHandles.insertCoordinates(
        MethodHandles.lookup().findVarHandle(IndirectHandles.class, "field", int.class), 0, it);
    third.set(0);
    field.set(0);
    System.out.println((int) third.get() + (int) field.get());
    Threads.race(() -> third.set(1), () -> System.out.println(numbers[3]));
    Threads.race(() -> it.field = 1, () -> System.out.println((int) field.get()));
  }
}

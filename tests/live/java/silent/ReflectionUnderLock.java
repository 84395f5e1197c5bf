package silent;

import java.lang.reflect.Field;
import support.Check;
import support.Threads;

/** Fields set and read by reflection, under a lock, beside direct accesses. */
public class ReflectionUnderLock {
  int number;
  static long wide;

  public static void main(String[] args) throws Exception {
    ReflectionUnderLock it = new ReflectionUnderLock();
    Field number = ReflectionUnderLock.class.getDeclaredField("number");
    Field wide = ReflectionUnderLock.class.getDeclaredField("wide");
    Threads.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            synchronized (it) {
              number.setInt(it, number.getInt(it) + 1);
              wide.set(null, (Long) wide.get(null) + 1);
            }
          }
        },
        () -> {
          for (int i = 0; i < 50; i++) {
            synchronized (it) {
              it.number++;
              wide.setLong(null, ReflectionUnderLock.wide + 1);
            }
          }
        });
    Check.result("100 100", it.number + " " + ReflectionUnderLock.wide);
  }
}

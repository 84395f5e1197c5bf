package silent;

import java.util.ArrayList;
import java.util.List;
import support.Check;
import support.Threads;

/** A fresh object put under a lock into a plain list, taken out under it by another thread, used by both without it. */
public class GuardedList {
  static final class Parcel {
    int weight;
    String label;
  }

  static final List<Parcel> shelf = new ArrayList<>();

  static Parcel takeOrNull() {
    synchronized (shelf) {
      return shelf.isEmpty() ? null : shelf.remove(shelf.size() - 1);
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          for (int i = 1; i <= 50; i++) {
            Parcel parcel = new Parcel();
            parcel.weight = i;
            parcel.label = "to " + i;
            synchronized (shelf) {
              shelf.add(parcel);
            }
          }
        },
        () -> {
          int sum = 0;
          for (int i = 1; i <= 50; i++) {
            Parcel parcel;
            while ((parcel = takeOrNull()) == null) Thread.onSpinWait();
            Check.same("to " + parcel.weight, parcel.label);
            sum += parcel.weight++;
          }
          Check.result(1275, sum);
        });
  }
}

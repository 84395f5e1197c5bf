package racing;

import java.util.ArrayList;
import java.util.List;
import support.Threads;

/** An object handed over through a locked list, and touched again by who gave it away. */
public class GuardedListAfterwards {
  static final class Parcel {
    int weight;  // expect: observed racing.GuardedListAfterwards$Parcel.weight
  }

  static final List<Parcel> shelf = new ArrayList<>();

  static Parcel takeOrNull() {
    synchronized (shelf) {
      return shelf.isEmpty() ? null : shelf.remove(0);
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          Parcel parcel = new Parcel();
          synchronized (shelf) {
            shelf.add(parcel);
          }
          parcel.weight = 1;
        },
        () -> {
          Parcel parcel;
          while ((parcel = takeOrNull()) == null) Thread.onSpinWait();
          parcel.weight = 2;
        });
  }
}

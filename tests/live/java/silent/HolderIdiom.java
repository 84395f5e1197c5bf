package silent;

import support.Check;
import support.Threads;

/** Lazy initialisation by a holder class: whichever thread comes first initialises it, both read what it made. */
public class HolderIdiom {
  static final class Registry {
    int size;
    int[] slots;

    Registry() {
      size = 4;
      slots = new int[] {1, 2, 3, 4};
    }
  }

  static final class Holder {
    static final Registry INSTANCE = new Registry();
  }

  public static void main(String[] args) throws Exception {
    Threads.Body use = () -> Check.same(8, Holder.INSTANCE.size + Holder.INSTANCE.slots[3]);
    Threads.together(use, use, use);
    Check.result(4, Holder.INSTANCE.size);
  }
}

package check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A list does not compare what it is given; a set does, and so reads what another thread writes. */
public class ListKeeps {
  private static final List<Kept> KEPT = new ArrayList<>();
  private static final Set<Compared> COMPARED = new HashSet<>();

  static class Kept {
    int size;

    @Override
    public boolean equals(Object other) {
      return other instanceof Kept && ((Kept) other).size == size;
    }

    @Override
    public int hashCode() {
      return size;
    }
  }

  static class Compared {
    int size; // expect: check.ListKeeps$Compared.size

    @Override
    public boolean equals(Object other) {
      return other instanceof Compared && ((Compared) other).size == size;
    }

    @Override
    public int hashCode() {
      return size;
    }
  }

  private static void keep(Kept kept, Compared compared) {
    synchronized (KEPT) {
      KEPT.add(kept);
      COMPARED.add(compared);
    }
  }

  public static void main(String[] args) {
    Kept kept = new Kept();
    Compared compared = new Compared();
    new Thread(() -> keep(kept, compared)).start();
    kept.size = 1;
    compared.size = 1;
  }
}

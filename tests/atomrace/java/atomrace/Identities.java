package atomrace;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.TreeSet;

/**
 * Objects whose first use is an atomic section, by several threads: each has an identity that stays, also while somebody
 * locks it, and hardly two of them have the same.
 */
public final class Identities {
  private int count;
  private Object name;

  private void add() {
    count++;
  }

  public static void main(String[] args) throws InterruptedException {
    int each = Integer.parseInt(args[0]);
    Identities[] all = new Identities[2 * each];
    Thread other = new Thread(() -> fill(all, each, all.length));
    other.start();
    fill(all, 0, each);
    other.join();
    Set<Identities> set = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Integer> identities = new TreeSet<>();
    int changed = 0;
    for (Identities one : all) {
      int identity = System.identityHashCode(one);
      set.add(one);
      identities.add(identity);
      synchronized (one) {
        one.add();
        if (System.identityHashCode(one) != identity || one.hashCode() != identity || identity == 0) changed++;
      }
      if (one.count != 2 || one.name != null) changed++;
    }
    System.gc();
    for (Identities one : all) {
      if (!set.contains(one)) changed++;
    }
    boolean differ = identities.size() >= all.length - all.length / 1000 - 1;
    System.out.println(changed + " changed, " + (differ ? "they differ" : identities.size() + " of " + all.length));
  }

  private static void fill(Identities[] all, int first, int end) {
    for (int i = first; i < end; i++) {
      all[i] = new Identities();
      all[i].add();
    }
  }
}

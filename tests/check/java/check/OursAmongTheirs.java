package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** A call by an interface of the library runs code of ours or the library's: what ours makes is the caller's own. */
public class OursAmongTheirs {
  static class Made {
    int count;
  }

  static class Kept {
    int shared; // expect: check.OursAmongTheirs$Kept.shared
  }

  static final List<Made> all = Collections.synchronizedList(new ArrayList<>());

  static class Maker implements Callable<Object> {
    @Override
    public Object call() {
      Made made = new Made();
      all.add(made);
      return made;
    }
  }

  static class Keeper implements Callable<Object> {
    private final Kept kept = new Kept();

    @Override
    public Object call() {
      return kept;
    }
  }

  static void work(Callable<Object> maker, Callable<Object> keeper) {
    try {
      Made made = (Made) maker.call();
      made.count++;
      Kept kept = (Kept) keeper.call();
      kept.shared++;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) {
    boolean ours = args.length == 0;
    Callable<Object> maker = ours ? new Maker() : Executors.callable(() -> {});
    Callable<Object> keeper = ours ? new Keeper() : Executors.callable(() -> {});
    for (int i = 0; i < 3; i++) {
      new Thread(() -> work(maker, keeper)).start();
    }
  }
}

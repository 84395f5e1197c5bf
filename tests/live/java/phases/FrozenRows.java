package phases;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import support.Threads;

/**
 * Rows that are reached through a final field only, so that they may be published in any way. Hot code makes the array that
 * they are in, and passes it over in a quiet phase; cold code, which comes then, fills and reads the rows: nothing is known of
 * the array, and yet of them.
 */
public final class FrozenRows {
  /** Several, so that the compiler does not put one of them into its callers. */
  interface Filler {
    void fill(int[] row, int value);

    int sum(int[] row);
  }

  static class Hot implements Filler {
    @Override
    public void fill(int[] row, int value) {
      row[0] = value;
      row[1] = value;
    }

    @Override
    public int sum(int[] row) {
      return row[0] + row[1];
    }
  }

  static final class Hot2 extends Hot {
    @Override
    public void fill(int[] row, int value) {
      row[0] = row[1] = value;
    }

    @Override
    public int sum(int[] row) {
      return row[1] + row[0];
    }
  }

  static final class Hot3 extends Hot {
    @Override
    public void fill(int[] row, int value) {
      row[1] = value;
      row[0] = value;
    }

    @Override
    public int sum(int[] row) {
      return 2 * row[1] + row[0] - row[1];
    }
  }

  static final class Cold implements Filler {
    @Override
    public void fill(int[] row, int value) {
      row[0] = value;
      row[1] = value;
    }

    @Override
    public int sum(int[] row) {
      return row[0] + row[1];
    }
  }

  private static final Filler[] FILLERS = {new Hot(), new Hot2(), new Hot3(), new Cold()};
  private static final long BEGIN = System.nanoTime();
  private static final long HOT = 2_700_000_000L;
  private static final long END = 4_200_000_000L;
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(FrozenRows.class, "last", Grid.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static final class Grid {
    final int[][] rows;
    final int by;

    Grid(int value, int by) {
      int[][] made = new int[3][];
      for (int i = 0; i < made.length; i++) {
        made[i] = new int[4];
        FILLERS[by].fill(made[i], value);
      }
      rows = made;
      this.by = by;
    }
  }

  private Grid last = new Grid(0, 0);

  private static boolean past(long time) {
    return System.nanoTime() - BEGIN > time;
  }

  private void produce(int i) {
    LAST.setOpaque(this, new Grid(i, (i & 1023) == 0 && past(HOT) ? 3 : i % 3));
  }

  private int consume() {
    Grid grid = (Grid) LAST.getOpaque(this);
    int sum = 0;
    for (int[] row : grid.rows) sum += FILLERS[grid.by].sum(row);
    return sum;
  }

  public static void main(String[] args) throws Exception {
    FrozenRows all = new FrozenRows();
    Threads.together(
        () -> {
          for (int i = 0; !past(END); i++) all.produce(i);
        },
        () -> {
          while (!past(END)) {
            if (all.consume() % 6 != 0) throw new IllegalStateException("a row was seen half filled");
          }
        });
  }
}

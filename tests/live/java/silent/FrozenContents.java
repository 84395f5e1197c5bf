package silent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import support.Check;
import support.Threads;

/**
 * What was put into an array or a collection before the constructor ended is seen through the final field that leads
 * there, even if the object is passed on by an opaque, unordered write.
 */
public class FrozenContents {
  static final VarHandle SHARED;

  static {
    try {
      SHARED = MethodHandles.lookup().findStaticVarHandle(FrozenContents.class, "shared", Contents.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  record Name(char[] letters) {
    Name {
      letters[0] = 'N';
    }
  }

  static class Contents {
    final int[] given;
    final long[] large = new long[1000];
    final int[][] table = new int[3][];
    final List<String> list = new ArrayList<>();
    final Map<String, Integer> map;
    final Name name = new Name("name".toCharArray());

    Contents(int[] given, boolean more) {
      this.given = given;
      map = new HashMap<>();
      for (int i = 0; i < large.length; i += 2) large[i] = i;
      for (int i = 0; i < table.length; i++) {
        table[i] = new int[] {i};
        table[i][0]++;
      }
      list.add("list");
      if (!more) return;
      map.put("map", 1);
    }

    String sum() {
      return given[0] + " " + (large[2] + large[998]) + " " + table[2][0] + " " + list.get(0) + " " + map.get("map") + " "
          + name.letters[0];
    }
  }

  static Contents shared;

  public static void main(String[] args) throws Exception {
    Threads.together(
        () -> {
          int[] given = new int[1];
          given[0] = 7;
          SHARED.setOpaque(new Contents(given, true));
        },
        () -> {
          Contents contents;
          while ((contents = (Contents) SHARED.getOpaque()) == null) Thread.onSpinWait();
          Check.result("7 1000 3 list 1 N", contents.sum());
        });
  }
}

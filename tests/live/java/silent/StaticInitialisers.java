package silent;

import support.Check;
import support.Threads;

/** Plain statics written by a static initialiser, in a superclass's too, and only read afterwards. */
public class StaticInitialisers {
  static class Base {
    static int fromBase;

    static {
      fromBase = 1;
    }
  }

  static class Derived extends Base {
    static int[] table;
    static String name;

    static {
      table = new int[10];
      for (int i = 0; i < 10; i++) table[i] = i;
      name = "derived";
      fromBase++;
    }

    static int read() {
      return table[9] + fromBase;
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.Body use = () -> Check.same("derived11", Derived.name + Derived.read());
    Threads.together(use, use, use);
    Check.result(11, Derived.read());
  }
}

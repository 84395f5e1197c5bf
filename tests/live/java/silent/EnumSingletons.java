package silent;

import support.Check;
import support.Threads;

/** Enum constants with plain state made by their constructors. */
public class EnumSingletons {
  enum Planet {
    MARS(4),
    VENUS(2);

    int position;
    int[] moons;

    Planet(int position) {
      this.position = position;
      this.moons = new int[] {position, position};
    }
  }

  public static void main(String[] args) throws Exception {
    Threads.Body use = () -> {
      int sum = 0;
      for (Planet planet : Planet.values()) sum += planet.position + planet.moons[1];
      Check.same(12, sum);
      Check.same(4, Planet.valueOf("MARS").position);
    };
    Threads.together(use, use);
    Check.result(2, Planet.VENUS.position);
  }
}

package field;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What every driver needs: how much to do, where to write, and what to do when a check fails. */
final class Work {
  private Work() {}

  /** The count, or that many percent of it: -Dfield.scale=10 makes a driver short. */
  static int scaled(int count) {
    return Math.max(1, (int) (count * (long) Integer.getInteger("field.scale", 100) / 100));
  }

  /** A new folder below java.io.tmpdir, which is the runner's to remove. */
  static Path folder() throws IOException {
    return Files.createTempDirectory("field").toAbsolutePath();
  }

  static void check(boolean holds, String what) {
    if (!holds) throw new IllegalStateException("check failed: " + what);
  }

  static void same(Object expected, Object found, String what) {
    if (!expected.equals(found)) {
      throw new IllegalStateException("check failed: " + what + ": expected " + expected + ", found " + found);
    }
  }

  /** The hash so far with one more value in it; the order counts. */
  static long mix(long hash, long value) {
    long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }

  /** One line of the summary. It must not depend on the schedule. */
  static void say(String what, Object value) {
    System.out.println(what + ": " + value);
  }
}

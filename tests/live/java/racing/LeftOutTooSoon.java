package racing;

import support.NoEdge;
import support.Threads;

/**
 * Accesses that a weaver which leaves out too much would not tell of, or tell of too late: each of these races is lost if
 * one of the conditions in covered.h, loop_ranges.h or the rule of fresh objects is forgotten.
 */
public class LeftOutTooSoon {
  static volatile int gate;
  static final byte[] constants = new byte[5];  // expect: observed byte[]
  static final char[] beforeTheGate = new char[10];  // expect: observed char[]
  static final short[] first = new short[10];  // expect: observed short[]
  static final short[] second = new short[10];
  static final long[] leaping = new long[10];  // expect: observed long[]
  static Made made;  // expect: observed racing.LeftOutTooSoon.made
  static Above above;  // expect: observed racing.LeftOutTooSoon.above
  static Delegating delegating;  // expect: observed racing.LeftOutTooSoon.delegating
  static Returning returning;  // expect: observed racing.LeftOutTooSoon.returning

  static void twoConstants(byte[] a) {
    a[0] = 1;
    a[3] = 1;
  }

  /** What was read before the gate is not ordered by it. */
  static int passTheGate(char[] a) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += a[i];
      if (i == 5) sum += gate;
    }
    return sum;
  }

  static void changeArrays(short[] from, short[] to) {
    short[] now = from;
    for (int i = 0; i < 10; i++) {
      now[i] = 1;
      if (i == 4) now = to;
    }
  }

  static void leap(long[] a) {
    for (int i = 0; i < 10; i++) {
      a[i] = 1;
      if (i == 3) i += 2;
    }
  }

  /** Known to another thread, which looks at it, before its constructor has ended. */
  static class Made {
    int value;  // expect: observed racing.LeftOutTooSoon$Made.value

    Made(NoEdge out, NoEdge seen) {
      made = this;
      out.raise();
      seen.await();
      value = 2;
    }
  }

  static class Above {
    Above(NoEdge out, NoEdge seen) {
      above = this;
      out.raise();
      seen.await();
    }
  }

  static class Below extends Above {
    int value;  // expect: observed racing.LeftOutTooSoon$Below.value

    Below(NoEdge out, NoEdge seen) {
      super(out, seen);
      value = 2;
    }
  }

  static class Delegating {
    int value;  // expect: observed racing.LeftOutTooSoon$Delegating.value

    Delegating(NoEdge out, NoEdge seen, int first) {
      value = first;
      delegating = this;
      out.raise();
      seen.await();
    }

    Delegating(NoEdge out, NoEdge seen) {
      this(out, seen, 0);
      value = 2;
    }
  }

  static class Returning {
    int value;  // expect: observed racing.LeftOutTooSoon$Returning.value

    Returning(NoEdge out, NoEdge seen) {
      for (int i = 0; i < 2; i++) {
        value = i;
        if (i > 0) break;
        returning = this;
        out.raise();
        seen.await();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    NoEdge[] steps = new NoEdge[10];
    for (int i = 0; i < steps.length; i++) steps[i] = new NoEdge();
    Threads.together(
        () -> {
          twoConstants(constants);
          changeArrays(first, second);
          leap(leaping);
          steps[0].raise();
          steps[1].await();
          if (passTheGate(beforeTheGate) == 0) throw new AssertionError();
          new Made(steps[2], steps[3]);
          new Below(steps[4], steps[5]);
          new Delegating(steps[6], steps[7]);
          new Returning(steps[8], steps[9]);
        },
        () -> {
          steps[0].await();
          constants[3] = 2;
          first[2] = 2;
          leaping[8] = 2;
          beforeTheGate[2] = 1;
          gate = 1;
          steps[1].raise();
          steps[2].await();
          int sum = made.value;
          steps[3].raise();
          steps[4].await();
          sum += ((Below) above).value;
          steps[5].raise();
          steps[6].await();
          sum += delegating.value;
          steps[7].raise();
          steps[8].await();
          sum += returning.value;
          steps[9].raise();
          if (sum != 0) throw new AssertionError();
        });
  }
}

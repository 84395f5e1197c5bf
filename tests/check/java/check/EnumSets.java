package check;

import java.util.EnumSet;

/** The constants of an enum are everybody's, whoever makes the set or array that they come in. */
public class EnumSets {
  enum All {
    A, B;
    int count; // expect: check.EnumSets$All.count
  }

  enum Range {
    A, B, C;
    int count; // expect: check.EnumSets$Range.count
  }

  enum Others {
    A, B;
    int count; // expect: check.EnumSets$Others.count
  }

  enum Reflected {
    A {
      @Override
      void change() {
        count++;
      }
    },
    B;
    int count; // expect: check.EnumSets$Reflected.count

    void change() {}
  }

  enum Declared {
    A, B;
    int count; // expect: check.EnumSets$Declared.count
  }

  enum Guarded {
    A, B;
    private int count;

    synchronized void add() {
      count++;
    }
  }

  enum None {
    A, B;
    int count;
  }

  private static void work() {
    for (All each : EnumSet.allOf(All.class)) each.count++;
    for (Range each : EnumSet.range(Range.A, Range.C)) {
      if (each == Range.B) each.count++;
    }
    for (Others each : EnumSet.complementOf(EnumSet.of(Others.A))) each.count++;
    for (Reflected each : Reflected.class.getEnumConstants()) each.change();
    Declared.A.getDeclaringClass().getEnumConstants()[1].count++;
    for (Guarded each : EnumSet.allOf(Guarded.class)) each.add();
    for (None each : EnumSet.noneOf(None.class)) each.count++;
  }

  public static void main(String[] args) {
    new Thread(EnumSets::work).start();
    new Thread(EnumSets::work).start();
  }
}

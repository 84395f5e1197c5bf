package constructed;

/** Classes with one constructor to look at, which writes `before`, does what the class is named for, writes `after`. */
final class Constructed {
  static Object place;
  static Object[] places = new Object[1];
  static final Object lock = new Object();

  static class Other {
    Object field;
    int number;
  }

  static class DoesNothing {
    int before, after;

    DoesNothing(int a, int b) {
      before = a;
      after = Math.max(a, b);
    }
  }

  static class StoresItInItself {
    int before, after;
    Object self;

    StoresItInItself() {
      before = 1;
      self = this;
      after = 2;
    }
  }

  static class StoresANumberElsewhere {
    int before, after;

    StoresANumberElsewhere(Other other) {
      before = 1;
      other.number = 3;
      after = 2;
    }
  }

  static class StoresItInAStatic {
    int before, after;

    StoresItInAStatic() {
      before = 1;
      place = this;
      after = 2;
    }
  }

  static class StoresItInAnArray {
    int before, after;

    StoresItInAnArray() {
      before = 1;
      places[0] = this;
      after = 2;
    }
  }

  static class StoresItElsewhere {
    int before, after;

    StoresItElsewhere(Other other) {
      before = 1;
      other.field = this;
      after = 2;
    }
  }

  static class Calls {
    int before, after;

    Calls(Runnable other) {
      before = 1;
      other.run();
      after = 2;
    }
  }

  static class MakesAFunction {
    int before, after;
    Runnable function;

    MakesAFunction() {
      before = 1;
      function = () -> after = 3;
      after = 2;
    }
  }

  static class Locks {
    int before, after;

    Locks() {
      before = 1;
      synchronized (lock) {
        after = 2;
      }
    }
  }

  static class Throws {
    int before, after;

    Throws(RuntimeException problem, boolean now) {
      before = 1;
      if (now) throw problem;
      after = 2;
    }
  }

  static class Delegates {
    int before, after;

    Delegates(int a) {
      before = a;
      place = this;
    }

    Delegates() {
      this(1);
      after = 2;
    }
  }

  static class Above {
    Above() {
      place = this;
    }
  }

  static class HasASuperclass extends Above {
    int before, after;

    HasASuperclass() {
      before = 1;
      after = 2;
    }
  }

  static class ComesBack {
    int before, again, after;

    ComesBack(int rounds) {
      before = 1;
      for (int i = 0; i < rounds; i++) {
        again = i;
        if (i == 1) place = this;
      }
      after = 2;
    }
  }

  static class ComesBackTwice {
    int before, outer, again, after;

    ComesBackTwice(int rounds) {
      before = 1;
      for (int i = 0; i < rounds; i++) {
        outer = i;
        for (int j = 0; j < rounds; j++) again = j;
        place = this;
      }
      after = 2;
    }
  }

  static class ComesBackBySwitch {
    int before, again;

    ComesBackBySwitch(int rounds) {
      before = 1;
      while (true) {
        again = rounds;
        place = this;
        switch (--rounds) {
          case 1:
          case 2:
          case 3:
            continue;
          default:
            return;
        }
      }
    }
  }

  static class CallsNothingTillTheEnd {
    int before, after;

    CallsNothingTillTheEnd(Runnable other) {
      before = 1;
      after = 2;
      other.run();
    }
  }

  void before() {}
}

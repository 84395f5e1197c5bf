/** Switches: dense, sparse, on strings and enums, as expressions, with falling through, one that is very large. */
final class Switches {
  private Switches() {}

  enum Colour { RED, GREEN, BLUE }

  static void run() {
    for (int i = -2; i < 12; ++i) Everything.print("dense", i, dense(i), fallThrough(i), expression(i));
    for (int i : new int[] {Integer.MIN_VALUE, -1000, 0, 5, 99999, Integer.MAX_VALUE}) {
      Everything.print("sparse", i, sparse(i));
    }
    for (String text : new String[] {"one", "two", "Aa", "BB", "", "none"}) Everything.print("text", text, text(text));
    for (Colour colour : Colour.values()) Everything.print("enum", colour, colour(colour), yielding(colour));
    long sum = 0;
    for (int i = -1; i < 70; ++i) sum = sum * 31 + large(i);
    Everything.print("large", sum, nested(1, 2), nested(2, 1), nested(3, 3), wide(4L), wide(5L));
  }

  private static String dense(int i) {
    switch (i) {
      case 0: return "zero";
      case 1: return "one";
      case 2: return "two";
      case 4: return "four";
      default: return "many";
    }
  }

  @SuppressWarnings("fallthrough")
  private static int fallThrough(int i) {
    int result = 0;
    switch (i) {
      case 5: result += 5;
      // fall through
      case 4: result += 4;
      // fall through
      case 3: result += 3;
        break;
      case 9: result = 9;
        break;
      default:
    }
    return result;
  }

  private static int expression(int i) {
    return 10 * switch (i) {
      case 1, 2, 3 -> i;
      case 4 -> {
        int twice = i * 2;
        yield twice + 1;
      }
      default -> i > 8 ? -1 : 0;
    } + 1;
  }

  private static String sparse(int i) {
    return switch (i) {
      case Integer.MIN_VALUE -> "least";
      case -1000 -> "low";
      case 0 -> "zero";
      case 99999 -> "high";
      case Integer.MAX_VALUE -> "most";
      default -> "other";
    };
  }

  private static int text(String text) {
    switch (text) {
      case "one": return 1;
      case "two": return 2;
      case "Aa": return 3;
      case "BB": return 4;
      case "": return 5;
      default: return -1;
    }
  }

  private static char colour(Colour colour) {
    switch (colour) {
      case RED: return 'r';
      case BLUE: return 'b';
      default: return '?';
    }
  }

  private static String yielding(Colour colour) {
    String prefix = "x";
    return prefix + switch (colour) {
      case RED -> "R";
      case GREEN -> {
        try {
          yield prefix.substring(2);
        } catch (StringIndexOutOfBoundsException e) {
          yield "caught";
        }
      }
      case BLUE -> "B";
    };
  }

  private static int nested(int a, int b) {
    switch (a) {
      case 1:
        switch (b) {
          case 1: return 11;
          case 2: return 12;
          default: break;
        }
        return 10;
      case 2: {
        for (int i = 0; i < 5; ++i) {
          switch (i) {
            case 3: return 23;
            default: continue;
          }
        }
        return 20;
      }
      default: return 0;
    }
  }

  private static double wide(long number) {
    double result = 1.5;
    long other = number + 1;
    switch ((int) number) {
      case 4: result += other; break;
      case 5: result *= number; break;
      default: result = 0;
    }
    return result + other;
  }

  private static int large(int i) {
    switch (i) {
      case 0: return 3; case 1: return 1; case 2: return 4; case 3: return 1; case 4: return 5; case 5: return 9;
      case 6: return 2; case 7: return 6; case 8: return 5; case 9: return 3; case 10: return 5; case 11: return 8;
      case 12: return 9; case 13: return 7; case 14: return 9; case 15: return 3; case 16: return 2; case 17: return 3;
      case 18: return 8; case 19: return 4; case 20: return 6; case 21: return 2; case 22: return 6; case 23: return 4;
      case 24: return 33; case 25: return 83; case 26: return 27; case 27: return 95; case 28: return 2;
      case 29: return 88; case 30: return 41; case 31: return 97; case 32: return 16; case 33: return 93;
      case 34: return 99; case 35: return 37; case 36: return 51; case 37: return 5; case 38: return 82;
      case 39: return 9; case 40: return 74; case 41: return 94; case 42: return 45; case 43: return 92;
      case 44: return 30; case 45: return 78; case 46: return 16; case 47: return 40; case 48: return 62;
      case 49: return 86; case 50: return 20; case 60: return 89; case 61: return 98; case 62: return 62;
      default: return -i;
    }
  }
}

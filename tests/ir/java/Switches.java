// Switches: dense, sparse, on strings and on enums.
class Switches {
    static int dense(int x) {
        switch (x) {
            case 3:
                return 30;
            case 4:
            case 5:
                x++;
            case 7:
                return x;
            default:
                return -1;
        }
    }

    static int sparse(int x) {
        return switch (x) {
            case Integer.MIN_VALUE -> 1;
            case 0 -> 2;
            case Integer.MAX_VALUE -> 3;
            default -> 4;
        };
    }

    static int text(String s) {
        return switch (s) {
            case "Aa", "BB" -> 1;
            case "c" -> 2;
            default -> 3;
        };
    }

    static int constant(Thread.State state) {
        return switch (state) {
            case NEW -> 1;
            case BLOCKED -> 2;
            default -> 0;
        };
    }
}

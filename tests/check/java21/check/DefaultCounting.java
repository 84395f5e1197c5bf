package check;

/** A default method that works on what the implementation gives it. */
public class DefaultCounting {
    static class Cell {
        int value; // expect: check.DefaultCounting$Cell.value
    }

    interface Counting {
        Cell cell();

        default void count() {
            cell().value++;
        }

        default void countSafely() {
            synchronized (this) {
                count();
            }
        }
    }

    record Shared(Cell cell) implements Counting {}

    static class Own implements Counting {
        @Override
        public Cell cell() {
            return new Cell();
        }
    }

    public static void main(String[] args) {
        Shared shared = new Shared(new Cell());
        Own own = new Own();
        Thread.startVirtualThread(() -> { shared.count(); own.count(); });
        Thread.startVirtualThread(() -> { shared.countSafely(); own.count(); });
    }
}

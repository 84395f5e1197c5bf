package a;

/** A program that has every kind of place where advice can apply. */
public class Woven {
    static int count = Integer.getInteger("a", 1);
    private long[] cells = new long[3];
    private final Object lock = new Object();

    Woven(int size) {
        this(size, count > 0 ? "some" : "none");
    }

    Woven(int size, String name) {
        super();
        cells[0] = size + name.length();
    }

    synchronized long sum(boolean twice) throws Exception {
        long sum = 0;
        synchronized (lock) {
            for (long each : cells) sum += each;
        }
        try {
            if (twice) throw new IllegalStateException(String.valueOf(sum));
            new Woven(2).sum(true);
        } catch (IllegalStateException | UnsupportedOperationException e) {
            Runnable run = () -> count++;
            run.run();
        } finally {
            count--;
        }
        return sum;
    }
}

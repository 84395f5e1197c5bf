package check;

import java.util.concurrent.Executors;

/** An immutable record in a volatile field, replaced as a whole. */
public class RecordSnapshot {
    record Point(int x, int y) {}

    private volatile Point current = new Point(0, 0);

    void move() {
        current = new Point(current.x() + 1, current.y() + 1);
    }

    int sum() {
        Point seen = current;
        return seen.x() + seen.y();
    }

    public static void main(String[] args) {
        RecordSnapshot shared = new RecordSnapshot();
        try (var pool = Executors.newFixedThreadPool(2)) {
            pool.execute(shared::move);
            pool.submit(shared::sum);
        }
    }
}

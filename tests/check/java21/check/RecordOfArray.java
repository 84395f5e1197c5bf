package check;

import java.util.concurrent.Executors;

/** A record is immutable, the array in it is not. */
public class RecordOfArray {
    record Row(int[] cells) {} // expect: int[]

    public static void main(String[] args) {
        Row row = new Row(new int[4]);
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.submit(() -> row.cells()[1]++);
            pool.submit(() -> row.cells()[1]++);
        }
    }
}

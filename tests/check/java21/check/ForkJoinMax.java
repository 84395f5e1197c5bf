package check;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Divide and conquer over parts of an array, each half on its own; the best is a shared field that nothing guards. */
public class ForkJoinMax extends RecursiveTask<Integer> {
    static int best; // expect: check.ForkJoinMax.best
    private final int[] data;
    private final int from, to;

    ForkJoinMax(int[] data, int from, int to) {
        this.data = data;
        this.from = from;
        this.to = to;
    }

    @Override
    protected Integer compute() {
        if (to - from < 2) {
            if (data[from] > best) best = data[from];
            return data[from];
        }
        int middle = (from + to) / 2;
        ForkJoinMax left = new ForkJoinMax(data, from, middle);
        ForkJoinMax right = new ForkJoinMax(data, middle, to);
        left.fork();
        return Math.max(right.compute(), left.join());
    }

    public static void main(String[] args) {
        System.out.println(new ForkJoinPool().invoke(new ForkJoinMax(new int[] {3, 1, 2}, 0, 3)));
    }
}

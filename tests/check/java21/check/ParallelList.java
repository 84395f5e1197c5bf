package check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Collecting into a list from a parallel stream by side effect; and as it should be. */
public class ParallelList {
    public static void main(String[] args) {
        List<Integer> wrong = new ArrayList<>(); // expect: java.util.ArrayList
        IntStream.range(0, 100).parallel().forEach(i -> wrong.add(i));
        List<Integer> right = IntStream.range(0, 100).parallel().boxed().toList();
        System.out.println(right.size());
    }
}

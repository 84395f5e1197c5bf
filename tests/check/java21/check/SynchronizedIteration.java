package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Each call on the wrapper is atomic, walking over it is not unless its lock is held. */
public class SynchronizedIteration {
    private final List<String> right = Collections.synchronizedList(new ArrayList<>());
    private final List<String> wrong = Collections.synchronizedList(new ArrayList<>()); // expect: java.util.ArrayList

    void use() {
        right.add("a");
        synchronized (right) {
            for (String s : right) System.out.println(s);
        }
        wrong.add("b");
        for (String s : wrong) System.out.println(s);
    }

    public static void main(String[] args) {
        SynchronizedIteration shared = new SynchronizedIteration();
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(shared::use);
    }
}

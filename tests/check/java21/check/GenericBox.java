package check;

import java.util.ArrayList;
import java.util.List;

/** A container of our own: the boxes of one thread and of the other are the same code and different objects. */
public class GenericBox<T> {
    private final List<T> items = new ArrayList<>();
    private int changes;

    void add(T item) {
        items.add(item);
        changes++;
    }

    T first() {
        return items.get(0);
    }

    static class Job {
        int done;
    }

    static void work() {
        GenericBox<Job> box = new GenericBox<>();
        box.add(new Job());
        box.first().done++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(GenericBox::work);
    }
}

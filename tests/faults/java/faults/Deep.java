package faults;

/** Recursion as deep as a plain java can go, in threads of each kind. */
public final class Deep {
    private int sum;
    private final Deep next;

    private Deep(Deep next) {
        this.next = next;
    }

    private synchronized int add(int n) {
        sum += n;
        return next == null ? sum : sum + next.add(n);
    }

    private static int walk(int length) {
        Deep first = null;
        for (int i = 0; i < length; i++) {
            first = new Deep(first);
        }
        return first.add(1);
    }

    private static void walkIn(String name, int length, long stackSize) throws InterruptedException {
        Thread thread = new Thread(null, () -> System.out.println(name + " " + walk(length)), name, stackSize);
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws InterruptedException {
        int length = Integer.parseInt(args[0]);
        System.out.println("main " + walk(length));
        walkIn("thread", length, 0);
        walkIn("large", length * 10, 16 << 20);
    }
}

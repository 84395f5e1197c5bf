package check;

/** Computed when first asked for, in two fields: one may be seen without the other. */
public class LazyHash {
    private final int seed;
    private boolean known; // expect: check.LazyHash.known
    private int hash; // expect: check.LazyHash.hash

    LazyHash(int seed) {
        this.seed = seed;
    }

    int hash() {
        if (!known) {
            hash = seed * 31;
            known = true;
        }
        return hash;
    }

    public static void main(String[] args) {
        LazyHash shared = new LazyHash(7);
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(shared::hash);
    }
}

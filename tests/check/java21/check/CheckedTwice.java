package check;

/** Double-checked locking with a volatile field, and without. */
public class CheckedTwice {
    static class Config {
        int size = 3;
    }

    private static volatile Config safe;
    private static Config broken; // expect: check.CheckedTwice.broken

    static Config safe() {
        if (safe == null) {
            synchronized (CheckedTwice.class) {
                if (safe == null) safe = new Config();
            }
        }
        return safe;
    }

    static Config broken() {
        if (broken == null) {
            synchronized (CheckedTwice.class) {
                if (broken == null) broken = new Config();
            }
        }
        return broken;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(() -> System.out.println(safe().size + broken().hashCode()));
    }
}

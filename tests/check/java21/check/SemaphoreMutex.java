package check;

import java.util.concurrent.Semaphore;

/** A semaphore with one permit is a lock, one with two is none. */
public class SemaphoreMutex {
    private final Semaphore one = new Semaphore(1);
    private final Semaphore two = new Semaphore(2);
    private int guarded;
    private int crowded; // expect: check.SemaphoreMutex.crowded

    void use() throws InterruptedException {
        one.acquire();
        try {
            guarded++;
        } finally {
            one.release();
        }
        two.acquire();
        try {
            crowded++;
        } finally {
            two.release();
        }
    }

    public static void main(String[] args) {
        SemaphoreMutex shared = new SemaphoreMutex();
        for (int i = 0; i < 3; i++) {
            Thread.startVirtualThread(() -> {
                try {
                    shared.use();
                } catch (InterruptedException stopped) {
                    return;
                }
            });
        }
    }
}

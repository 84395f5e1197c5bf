// Exceptions: which values a handler sees, and where blocks are cut for its sake.
import java.io.IOException;
import java.io.InputStream;

class Handlers {
    // `step` changes between calls that may throw, so the handler sees three values of it.
    static int steps() {
        int step = 0;
        try {
            call();
            step = 1;
            call();
            step = 2;
            call();
        } catch (RuntimeException e) {
            return step;
        }
        return 3;
    }

    // `step` is not read by the handler: no cut.
    static int noCut() {
        int step = 0;
        try {
            call();
            step = 1;
            call();
        } catch (RuntimeException e) {
            return -1;
        }
        return step;
    }

    static int either(InputStream in) {
        try {
            return in.read();
        } catch (IOException | IllegalStateException e) {
            e.printStackTrace();
            return -1;
        }
    }

    static void both(InputStream in) throws IOException {
        try {
            in.read();
        } catch (IllegalStateException e) {
            System.gc();
        } finally {
            in.close();
        }
    }

    static void resource(InputStream in) throws IOException {
        try (InputStream it = in) {
            it.read();
        }
    }

    static void call() {
    }

    static void fail(String why) {
        throw new IllegalArgumentException(why);
    }
}

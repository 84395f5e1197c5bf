package inside;

/** Advice that calls the program, whose join points it would apply to. */
public class Main {
    private final String name;

    Main(String name) {
        this.name = name;
    }

    static int depth;

    @Override
    public synchronized String toString() {
        depth++;
        return name + depth;
    }

    static void work(Main main) {
        synchronized (main) {
            Log.say("work");
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Main main = new Main("main");
        work(main);
        Log.say(main.toString());
        Thread thread = new Thread(() -> work(main));
        thread.start();
        thread.join();
    }
}

package faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Has its race, says so on both streams, and ends as it is told to. */
public final class Ends {
    private Ends() {}

    public static void main(String[] args) throws Exception {
        Racy.race();
        System.out.println("raced");
        System.err.println("the program's own line");
        switch (args[0]) {
            case "return" -> { }
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(4);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "out-of-memory" -> outOfMemory();
            case "wait" -> waitToBeKilled();
            case "echo" -> System.in.transferTo(System.out);
            case "child" -> child();
            case "property" -> System.out.println(System.getProperty("faults.property"));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void outOfMemory() throws InterruptedException {
        try {
            List<long[]> hoard = new ArrayList<>();
            while (true) {
                hoard.add(new long[1 << 16]);
            }
        } catch (OutOfMemoryError expected) {
            System.out.println("out of memory");
        }
        Racy.race();
        throw new OutOfMemoryError("and not caught");
    }

    private static void child() throws Exception {
        new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path"),
                "faults.Ends", "return").inheritIO().start().waitFor();
    }

    private static void waitToBeKilled() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("shut down")));
        System.out.println("waiting in " + ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }
}

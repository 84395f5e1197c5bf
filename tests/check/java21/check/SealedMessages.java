package check;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Messages of a sealed type through a queue; the state is the receiver's alone. */
public class SealedMessages implements Runnable {
    sealed interface Message permits Add, Stop {}

    record Add(int amount) implements Message {}

    record Stop() implements Message {}

    private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(8);
    private int total;

    @Override
    public void run() {
        while (true) {
            try {
                switch (inbox.take()) {
                    case Add(int amount) -> total += amount;
                    case Stop stop -> {
                        return;
                    }
                }
            } catch (InterruptedException stopped) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SealedMessages actor = new SealedMessages();
        Thread.ofVirtual().start(actor);
        actor.inbox.put(new Add(2));
        actor.inbox.put(new Stop());
    }
}

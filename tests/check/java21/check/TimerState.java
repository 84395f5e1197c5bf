package check;

import java.util.Timer;
import java.util.TimerTask;

/** The timer's thread and the one that made the timer. */
public class TimerState {
    private long last; // expect: check.TimerState.last
    private volatile long seen;

    public static void main(String[] args) {
        TimerState state = new TimerState();
        new Timer(true).schedule(new TimerTask() {
            @Override
            public void run() {
                state.last = System.nanoTime();
                state.seen++;
            }
        }, 10, 10);
        System.out.println(state.last + state.seen);
    }
}

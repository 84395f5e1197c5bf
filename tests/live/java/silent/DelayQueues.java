package silent;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** An element of a DelayQueue, taken when its delay is over. */
public class DelayQueues {
  static final class Alarm implements Delayed {
    final long due = System.nanoTime() + 1_000_000;
    int payload;

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due, ((Alarm) other).due);
    }
  }

  public static void main(String[] args) throws Exception {
    DelayQueue<Alarm> queue = new DelayQueue<>();
    Threads.together(
        () -> {
          for (int i = 1; i <= 3; i++) {
            Alarm alarm = new Alarm();
            alarm.payload = i;
            queue.add(alarm);
          }
        },
        () -> {
          int sum = 0;
          for (int i = 1; i <= 3; i++) sum += queue.take().payload;
          Check.result(6, sum);
        });
  }
}

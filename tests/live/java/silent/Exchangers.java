package silent;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import support.Check;
import support.Threads;

/** Two threads that swap buffers: each writes what it will give away and reads what it got. */
public class Exchangers {
  public static void main(String[] args) throws Exception {
    Exchanger<int[]> exchanger = new Exchanger<>();
    int[] sums = new int[2];
    Threads.Body[] bodies = new Threads.Body[2];
    for (int i = 0; i < 2; i++) {
      int me = i;
      bodies[i] = () -> {
        int[] buffer = new int[4];
        for (int round = 0; round < 20; round++) {
          for (int k = 0; k < buffer.length; k++) buffer[k] = me + 1;
          buffer = round % 2 == 0 ? exchanger.exchange(buffer) : exchanger.exchange(buffer, 10, TimeUnit.SECONDS);
          sums[me] += buffer[0] + buffer[3];
        }
      };
    }
    Threads.together(bodies);
    Check.result("80 40", sums[0] + " " + sums[1]);
  }
}

package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Each task captures a list that was made for it: nothing. */
public class CapturedOwn {
  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 3; i++) {
      List<String> own = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      pool.submit(() -> {
        own.add("x");
        text.append("y");
      });
    }
    pool.shutdown();
  }
}

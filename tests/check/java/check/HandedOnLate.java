package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What was taken from one queue and put into another is no longer the taker's; before that, it is. */
public class HandedOnLate {
  static class Early {
    int value;
  }

  static class Late {
    int value; // expect: check.HandedOnLate$Late.value
  }

  static class Passed {
    int value; // expect: check.HandedOnLate$Passed.value
  }

  static class Returned {
    int value; // expect: check.HandedOnLate$Returned.value
  }

  static class Listed {
    int value;
  }

  private static final BlockingQueue<Early> EARLY = new LinkedBlockingQueue<>(), EARLIER = new LinkedBlockingQueue<>();
  private static final BlockingQueue<Late> LATE = new LinkedBlockingQueue<>(), LATER = new LinkedBlockingQueue<>();
  private static final BlockingQueue<Passed> PASSED = new LinkedBlockingQueue<>(), ON = new LinkedBlockingQueue<>();
  private static final BlockingQueue<Returned> BACK = new LinkedBlockingQueue<>(), FORTH = new LinkedBlockingQueue<>();
  private static final BlockingQueue<Listed> LISTED = new LinkedBlockingQueue<>();

  private static void pass(Passed passed) {
    ON.add(passed);
  }

  private static Returned fetch() throws InterruptedException {
    Returned returned = BACK.take();
    FORTH.add(returned);
    return returned;
  }

  private static void move() {
    try {
      for (int i = 0; i < 9; i++) {
        Early early = EARLY.take();
        early.value++;
        EARLIER.put(early);

        Late late = LATE.take();
        LATER.put(late);
        late.value++;

        Passed passed = PASSED.take();
        pass(passed);
        passed.value++;

        fetch().value++;

        List<Listed> mine = new ArrayList<>();
        Listed listed = LISTED.take();
        mine.add(listed);
        listed.value++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void finish() {
    try {
      while (true) {
        EARLIER.take().value++;
        LATER.take().value++;
        ON.take().value++;
        FORTH.take().value++;
        LISTED.take().value++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) {
    new Thread(HandedOnLate::move).start();
    new Thread(HandedOnLate::finish).start();
    for (int i = 0; i < 9; i++) {
      EARLY.add(new Early());
      LATE.add(new Late());
      PASSED.add(new Passed());
      BACK.add(new Returned());
      LISTED.add(new Listed());
    }
  }
}

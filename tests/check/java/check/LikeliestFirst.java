package check;

import java.util.List;

/**
 * What is shared for certain comes before what takes a lot of guessing, and is shown by the threads that need the least of
 * it: check_test.sh looks at the order and at the threads.
 */
public class LikeliestFirst {
  interface Step {
    void take();
  }

  static class Account {
    int balance; // expect: check.LikeliestFirst$Account.balance
  }

  static int zeal; // expect: check.LikeliestFirst.zeal
  static final Account[] ACCOUNTS = {new Account(), new Account()};
  static final List<Step> LAST =
      List.of(() -> {}, () -> {}, () -> {}, () -> {}, () -> {}, () -> {}, () -> {}, () -> {}, LikeliestFirst::atLast);
  static final List<Step> FIRST =
      List.of(() -> {}, () -> {}, () -> {}, () -> {}, () -> {}, () -> {}, () -> {}, () -> {}, LikeliestFirst::goOn);

  static void goOn() {
    for (Step step : LAST) {
      step.take();
    }
  }

  static void atLast() {
    ACCOUNTS[0].balance++;
    work();
  }

  static void work() {
    zeal++;
  }

  static void roundabout() {
    for (Step step : FIRST) {
      step.take();
    }
  }

  static void straight() {
    work();
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(LikeliestFirst::straight).start();
      new Thread(LikeliestFirst::roundabout).start();
    }
  }
}

package check;

/** Methods that join, and what they do before; one of two threads that are made alike. */
public class JoinsTooLate {
  static int beforeItJoins; // expect: check.JoinsTooLate.beforeItJoins
  static int ofTheOther; // expect: check.JoinsTooLate.ofTheOther
  static int whenItThrew; // expect: check.JoinsTooLate.whenItThrew
  static int ofItsLike; // expect: check.JoinsTooLate.ofItsLike
  static int ofTheSameAgain; // expect: check.JoinsTooLate.ofTheSameAgain
  static Thread again;
  static int afterwards;

  static Thread make(Runnable body) {
    return new Thread(body);
  }

  static void finish(Thread thread) throws InterruptedException {
    beforeItJoins++;
    thread.join();
  }

  static void failOrJoin(Thread thread, boolean fails) throws InterruptedException {
    if (fails) throw new IllegalStateException();
    thread.join();
  }

  public static void main(String[] arguments) throws Exception {
    Thread first =
        new Thread(
            () -> {
              beforeItJoins++;
              afterwards++;
            });
    first.start();
    finish(first);
    afterwards++;

    Thread joined = make(() -> ofTheOther++);
    Thread other = make(() -> {});
    joined.start();
    other.start();
    other.join();
    ofTheOther++;
    joined.join();

    // A thread that starts another like itself.
    make(
            () -> {
              make(() -> ofItsLike++).start();
              ofItsLike++;
            })
        .start();

    // The same thread each time.
    again = make(() -> {});
    again.start();
    make(() -> ofTheSameAgain++).start();
    for (int i = 0; i < 3; i++) again.join();
    ofTheSameAgain++;

    Thread third = new Thread(() -> whenItThrew++);
    third.start();
    try {
      failOrJoin(third, arguments.length == 0);
    } catch (IllegalStateException expected) {
      whenItThrew++;
    }
  }
}

package check;

/** A pattern switch over records, in a platform thread from a builder. */
public class Switches {
  sealed interface Event permits Add, Reset {}

  record Add(int by) implements Event {}

  record Reset() implements Event {}

  private int total; // expect: check.Switches.total

  void handle(Event event) {
    switch (event) {
      case Add(int by) -> total += by;
      case Reset() -> total = 0;
    }
  }

  public static void main(String[] args) {
    Switches shared = new Switches();
    Thread.ofPlatform().daemon().start(() -> shared.handle(new Add(1)));
    shared.handle(new Reset());
  }
}

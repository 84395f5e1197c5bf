package check;

/** A volatile enum says whose turn it is; what is written in one's own turn is handed on with it. */
public class StateMachine {
  enum Turn {
    PING,
    PONG
  }

  static class Log {
    int pings; // expect: check.StateMachine$Log.pings
  }

  private volatile Turn turn = Turn.PING;
  private final Log log = new Log();

  void play(Turn mine, Turn next) {
    log.pings++;
    if (turn == mine) turn = next;
  }

  public static void main(String[] args) {
    StateMachine game = new StateMachine();
    new Thread(() -> game.play(Turn.PING, Turn.PONG)).start();
    new Thread(() -> game.play(Turn.PONG, Turn.PING)).start();
  }
}

package live;

/** Values handed from thread to thread by start, by a volatile and by join: nothing to find. */
public class HandOver {
  int before;
  int behindFlag;
  int after;
  long wide;
  double[] row = new double[8];
  volatile boolean flag;
  static volatile int turn;
  static int shared;

  public static void main(String[] args) throws InterruptedException {
    HandOver it = new HandOver();
    it.before = 1;
    it.wide = 1L << 40;
    Thread reader = new Thread(() -> {
      while (!it.flag) Thread.onSpinWait();
      it.after = it.before + it.behindFlag;
      it.row[2] = it.wide;
      shared += 5;
      turn = 1;
    });
    reader.start();
    it.behindFlag = 2;
    shared = 4;
    it.flag = true;
    while (turn == 0) Thread.onSpinWait();
    int seen = shared;
    reader.join();
    System.out.println(it.after + " " + it.row[2] + " " + seen);
  }
}

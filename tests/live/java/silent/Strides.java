package silent;

import java.util.concurrent.CyclicBarrier;
import support.Check;
import support.Threads;

/** Threads that share arrays by index modulo their number, and by parts that change at barriers. */
public class Strides {
  static final int LENGTH = 400;
  static final int ROUNDS = 50;

  static final int[] dealt = new int[LENGTH];
  static final long[] redBlack = new long[LENGTH];
  static final double[] shrinking = new double[LENGTH];
  static final float[] mixed = new float[LENGTH];
  static final short[] turns = new short[LENGTH];
  static final int[] past = new int[LENGTH];
  static volatile int epoch;

  static void deal(int id) {
    for (int i = id; i < LENGTH; i += 3) dealt[i] += i;
  }

  /** Each round changes one colour by its neighbours, which are of the other; both threads do half of it. */
  static void sweep(int id, int round) {
    int from = id == 0 ? 1 : LENGTH / 2;
    int to = id == 0 ? LENGTH / 2 : LENGTH - 1;
    for (int i = from + (from + round) % 2; i < to; i += 2) redBlack[i] = redBlack[i - 1] + redBlack[i + 1] + 1;
  }

  static void shrink(int id, int round) {
    int half = round + (LENGTH - round) / 2;
    int from = id == 0 ? round : half;
    int to = id == 0 ? half : LENGTH;
    for (int i = from; i < to; i++) shrinking[i] += 1;
  }

  static void mix(int id) {
    if (id == 0) {
      for (int i = 0; i < LENGTH; i += 2) mixed[i] += 1;
      mixed[8] += 1;
    } else {
      for (int i = 1; i < LENGTH; i += 4) mixed[i] += 1;
      mixed[3] += 1;
      for (int i = 7; i < LENGTH; i += 6) mixed[i] += 1;
    }
  }

  /** Runs of many pasts, which then go on in each class of the stride. */
  static void manyPasts() {
    for (int i = 0; i < 5; i++) {
      past[i * 50 + 20] = i;
      epoch = i;
    }
    for (int i = 0; i < LENGTH; i += 2) past[i]++;
  }

  static void takeTurns(int id, int round) {
    if (round % 2 != id) return;
    for (int i = 0; i < LENGTH; i++) turns[i]++;
  }

  static void work(int id, CyclicBarrier barrier) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      deal(id);
      sweep(id, round);
      shrink(id, round);
      mix(id);
      takeTurns(id, round);
      barrier.await();
    }
  }

  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Threads.together(Strides::manyPasts, () -> work(0, barrier), () -> work(1, barrier));
    for (int i = 2; i < LENGTH; i += 3) dealt[i] = ROUNDS * i;
    int wrong = 0;
    for (int i = 0; i < LENGTH; i++) {
      if (dealt[i] != ROUNDS * i || turns[i] != ROUNDS) wrong++;
    }
    Check.same(0, wrong);
  }
}

package racing;

import support.NoEdge;
import support.Threads;

/** Accesses that look like repetitions of one that was told already, and those that a later one tells of. */
public class CoveredAccesses {
  double halved = 8;  // expect: observed racing.CoveredAccesses.halved
  int readAgain = 1;  // expect: observed racing.CoveredAccesses.readAgain
  int readAfterCall = 1;  // expect: observed racing.CoveredAccesses.readAfterCall
  int readThenWritten;  // expect: observed racing.CoveredAccesses.readThenWritten
  int ofAnother;  // expect: observed racing.CoveredAccesses.ofAnother
  final int[] elements = new int[4];  // expect: observed int[]
  final Object lock = new Object();
  final Object lockOfTheCall = new Object();

  void halve() {
    halved /= 2;
  }

  /** The first read is ordered by the lock, the second is not. */
  int readAcrossTheLock() {
    int sum = readAgain;
    synchronized (lock) {
      sum++;
    }
    return sum + readAgain;
  }

  int readAcrossACall() {
    int sum = readAfterCall;
    passTheLock();
    return sum + readAfterCall;
  }

  void passTheLock() {
    synchronized (lockOfTheCall) {
      lockOfTheCall.hashCode();
    }
  }

  void readAndWrite() {
    if (readThenWritten == 0) readThenWritten = 1;
  }

  static int sumOf(CoveredAccesses a, CoveredAccesses b) {
    int sum = a.ofAnother;
    a = b;
    return sum + a.ofAnother;
  }

  void twoElements(int i) {
    elements[i] = 1;
    i++;
    elements[i] = 2;
  }

  public static void main(String[] args) throws Exception {
    CoveredAccesses it = new CoveredAccesses();
    CoveredAccesses other = new CoveredAccesses();
    NoEdge done = new NoEdge();
    Threads.together(
        () -> {
          it.halve();
          int sum = it.readAcrossTheLock() + it.readAcrossACall() + sumOf(other, it);
          it.readAndWrite();
          it.twoElements(1);
          done.raise();
          if (sum == 0) throw new AssertionError();
        },
        () -> {
          done.await();
          it.halved = 1;
          it.readThenWritten = 2;
          it.ofAnother = 2;
          it.elements[2] = 3;
          synchronized (it.lock) {
            it.readAgain = 2;
          }
          synchronized (it.lockOfTheCall) {
            it.readAfterCall = 2;
          }
        });
  }
}

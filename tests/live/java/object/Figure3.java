package object;

import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** Fig. 3: the array in the field is part of its object, the arrays of the methods are nobody else's. */
public class Figure3 {  // expect: predicted object.Figure3
  private int[] a1 = new int[100];

  void fillInstance() {
    for (int i = 0; i < 100; ++i) a1[i] = i;
  }

  static int fillLocal() {
    int[] a2 = new int[100];
    for (int i = 0; i < 100; ++i) a2[i] = i;
    return a2[99];
  }

  public static void main(String[] args) throws Exception {
    Figure3 shared = new Figure3();
    CyclicBarrier all = new CyclicBarrier(2);
    Threads.Body body = () -> {
      fillLocal();
      shared.fillInstance();
      all.await();
    };
    Threads.together(body, body);
  }
}

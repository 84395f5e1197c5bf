package object;

import java.util.concurrent.CyclicBarrier;
import support.Threads;

/** Fields that are used from outside, without a method. */
public class FieldsOfAnother {
  static class Point {
    double x;
    long y;
  }

  static final class Labelled extends Point {  // expect: predicted object.FieldsOfAnother$Labelled
    String label;
  }

  public static void main(String[] args) throws Exception {
    Labelled point = new Labelled();
    CyclicBarrier all = new CyclicBarrier(2);
    Threads.Body body = () -> {
      point.x = 1;
      point.y++;
      point.label = "one";
      all.await();
    };
    Threads.together(body, body);
  }
}

package racing;

import support.Threads;

/** A static field guarded by an instance's monitor here and by the class's there. */
public class ThisAndClass {
  static int instances;  // expect: observed racing.ThisAndClass.instances

  synchronized void countHere() {
    instances++;
  }

  static synchronized void countThere() {
    instances++;
  }

  public static void main(String[] args) throws Exception {
    ThisAndClass it = new ThisAndClass();
    Threads.together(it::countHere, ThisAndClass::countThere);
  }
}

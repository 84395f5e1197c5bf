package racing;

import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicReference;
import support.Check;
import support.Threads;

/**
 * Methods that make an object and let it out, each in another way, before another thread and they write to it. Whoever
 * takes the object for the method's own does not look at its writes.
 */
public class LeavesItsMethod {
  static final class Holder {
    Object object;
  }

  static final Holder holder = new Holder();
  static Object global;
  static final Object[] elements = new Object[1];

  static class ByField {
    int value;  // expect: observed racing.LeavesItsMethod$ByField.value

    static void run() throws Exception {
      ByField made = new ByField();
      holder.object = made;
      Thread other = Threads.start(() -> ((ByField) holder.object).value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class ByStatic {
    int value;  // expect: observed racing.LeavesItsMethod$ByStatic.value

    static void run() throws Exception {
      ByStatic made = new ByStatic();
      global = made;
      Thread other = Threads.start(() -> ((ByStatic) global).value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class ByElement {
    int value;  // expect: observed racing.LeavesItsMethod$ByElement.value

    static void run() throws Exception {
      ByElement made = new ByElement();
      elements[0] = made;
      Thread other = Threads.start(() -> ((ByElement) elements[0]).value = 2);
      made.value = 1;
      other.join();
    }
  }

  /** In an array of its own, which is copied to one that is not. */
  static class ByCopy {
    int value;  // expect: observed racing.LeavesItsMethod$ByCopy.value

    static void run() throws Exception {
      ByCopy made = new ByCopy();
      Object[] own = {made};
      System.arraycopy(own, 0, elements, 0, 1);
      Thread other = Threads.start(() -> ((ByCopy) elements[0]).value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class ByCapture {
    int value;  // expect: observed racing.LeavesItsMethod$ByCapture.value

    static void run() throws Exception {
      ByCapture made = new ByCapture();
      Thread other = Threads.start(() -> made.value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class ByThread {
    int value;  // expect: observed racing.LeavesItsMethod$ByThread.value

    static class Writer extends Thread {
      private final ByThread object;

      Writer(ByThread object) {
        this.object = object;
      }

      @Override
      public void run() {
        object.value = 2;
      }
    }

    static void run() throws Exception {
      ByThread made = new ByThread();
      Writer other = new Writer(made);
      other.start();
      made.value = 1;
      other.join();
    }
  }

  static class ByReflection {
    int value;  // expect: observed racing.LeavesItsMethod$ByReflection.value

    static void run() throws Exception {
      ByReflection made = new ByReflection();
      Holder.class.getDeclaredField("object").set(holder, made);
      Thread other = Threads.start(() -> ((ByReflection) holder.object).value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class ByNativeCode {
    int value;  // expect: observed racing.LeavesItsMethod$ByNativeCode.value

    static void run() throws Exception {
      ByNativeCode made = new ByNativeCode();
      Array.set(elements, 0, made);
      Thread other = Threads.start(() -> ((ByNativeCode) elements[0]).value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class ByException {
    int value;  // expect: observed racing.LeavesItsMethod$ByException.value

    @SuppressWarnings("serial")
    static class Carrier extends Exception {
      final ByException load;

      Carrier(ByException load) {
        this.load = load;
      }
    }

    private static void fail(ByException load) throws Carrier {
      throw new Carrier(load);
    }

    static void run() throws Exception {
      ByException made = new ByException();
      try {
        fail(made);
      } catch (Carrier carrier) {
        global = carrier.load;
      }
      Thread other = Threads.start(() -> ((ByException) global).value = 2);
      made.value = 1;
      other.join();
    }
  }

  /** The write is over when the object gets out, but nothing orders it before what the other thread does. */
  static class ByResult {
    int value;  // expect: observed racing.LeavesItsMethod$ByResult.value

    static ByResult make() {
      ByResult made = new ByResult();
      made.value = 1;
      return made;
    }

    static void run() throws Exception {
      AtomicReference<ByResult> channel = new AtomicReference<>();
      Threads.together(
          () -> channel.setOpaque(make()),
          () -> {
            ByResult got;
            while ((got = channel.getOpaque()) == null) Thread.onSpinWait();
            Check.same(true, got.value >= 0);
          });
    }
  }

  static class ByConstructor {
    int value;  // expect: observed racing.LeavesItsMethod$ByConstructor.value

    @SuppressWarnings("this-escape")
    ByConstructor() {
      global = this;
    }

    static void run() throws Exception {
      ByConstructor made = new ByConstructor();
      Thread other = Threads.start(() -> ((ByConstructor) global).value = 2);
      made.value = 1;
      other.join();
    }
  }

  /** In the other's field, which a private method lets out. */
  static class ByPart {
    int value;  // expect: observed racing.LeavesItsMethod$ByPart.value
    ByPart part;

    private static void letOut(ByPart whole) {
      global = whole.part;
    }

    static void run() throws Exception {
      ByPart whole = new ByPart();
      whole.part = new ByPart();
      letOut(whole);
      Thread other = Threads.start(() -> ((ByPart) global).value = 2);
      whole.part.value = 1;
      other.join();
    }
  }

  /** Nobody lets it out that the class knows of, but a class that is loaded later. */
  static class ByOverriding {
    int value;  // expect: observed racing.LeavesItsMethod$ByOverriding.value

    void look(ByOverriding at) {}

    static void run() throws Exception {
      Class<?> found = Class.forName("racing.LeavesItsMethod$Keeper");
      ByOverriding keeper = (ByOverriding) found.getDeclaredConstructor().newInstance();
      ByOverriding made = new ByOverriding();
      keeper.look(made);
      Thread other = Threads.start(() -> ((ByOverriding) global).value = 2);
      made.value = 1;
      other.join();
    }
  }

  static class Keeper extends ByOverriding {
    @Override
    void look(ByOverriding at) {
      global = at;
    }
  }

  /** What a private method does to its argument is not its own affair: reflection hands it what it likes. */
  static class ByReflectiveCall {
    int value;  // expect: observed racing.LeavesItsMethod$ByReflectiveCall.value

    private static void write(ByReflectiveCall to) {
      to.value = 1;
    }

    static void run() throws Exception {
      write(new ByReflectiveCall());
      ByReflectiveCall shared = new ByReflectiveCall();
      var write = ByReflectiveCall.class.getDeclaredMethod("write", ByReflectiveCall.class);
      Threads.together(() -> write.invoke(null, shared), () -> write.invoke(null, shared));
    }
  }

  public static void main(String[] args) throws Exception {
    ByField.run();
    ByStatic.run();
    ByElement.run();
    ByCopy.run();
    ByCapture.run();
    ByThread.run();
    ByReflection.run();
    ByNativeCode.run();
    ByException.run();
    ByResult.run();
    ByConstructor.run();
    ByPart.run();
    ByOverriding.run();
    ByReflectiveCall.run();
  }
}

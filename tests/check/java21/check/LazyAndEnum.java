package check;

/** The holder idiom and an enum are initialised by one thread; what they hold is still everybody's. */
public class LazyAndEnum {
  static class Holder {
    static final LazyAndEnum INSTANCE = new LazyAndEnum();
  }

  enum Registry {
    INSTANCE;

    private int entries; // expect: check.LazyAndEnum$Registry.entries
    private final int capacity;

    Registry() {
      capacity = 10;
      entries = 0;
    }
  }

  private int initial;
  private int later; // expect: check.LazyAndEnum.later

  private LazyAndEnum() {
    initial = 1;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(
              () -> {
                System.out.println(Holder.INSTANCE.initial + Registry.INSTANCE.capacity);
                Holder.INSTANCE.later++;
                Registry.INSTANCE.entries++;
              })
          .start();
    }
  }
}

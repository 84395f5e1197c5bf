package check;

import java.lang.reflect.Field;

/** A Field that was asked for by a constant name reads and writes what the field holds, and is no more atomic. */
public class FieldsByName implements Runnable {
  static class Base {
    public Object inherited;
  }

  static class Holder extends Base {
    Object found;
    int plain; // expect: check.FieldsByName$Holder.plain
    static int global; // expect: check.FieldsByName$Holder.global
    volatile int ordered;
    int guarded;
  }

  static class Found {
    int count; // expect: check.FieldsByName$Found.count
  }

  static class Inherited {
    int count; // expect: check.FieldsByName$Inherited.count
  }

  private final Holder holder;

  FieldsByName(Holder holder) {
    this.holder = holder;
  }

  @Override
  public void run() {
    try {
      ((Found) Holder.class.getDeclaredField("found").get(holder)).count++;
      ((Inherited) holder.getClass().getField("inherited").get(holder)).count++;
      Field plain = Holder.class.getDeclaredField("plain");
      plain.setInt(holder, plain.getInt(holder) + 1);
      Holder.class.getDeclaredField("global").setInt(null, 1);
      Holder.class.getDeclaredField("ordered").setInt(holder, 1);
      Field guarded = Holder.class.getDeclaredField("guarded");
      synchronized (holder) {
        guarded.setInt(holder, 1);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    Holder holder = new Holder();
    Holder.class.getDeclaredField("found").set(holder, new Found());
    holder.inherited = new Inherited();
    new Thread(new FieldsByName(holder)).start();
    new Thread(new FieldsByName(holder)).start();
  }
}

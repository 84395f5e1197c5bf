package shop.queue;

/** Another package, a native method, and generics. */
public class TaskQueue<T extends Runnable> {
  public int size;
  private T head;

  public T poll() {
    synchronized (this) {
      return head;
    }
  }

  protected native void wake();

  public final strictfp double load(float weight) {
    return weight;
  }
}

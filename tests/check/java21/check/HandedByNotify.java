package check;

/** A parcel is handed over by wait and notify; the label beside it by nothing. */
public class HandedByNotify {
  static class Parcel {
    int weight;
  }

  private Parcel parcel;
  private String label; // expect: check.HandedByNotify.label

  void give(int weight) {
    Parcel made = new Parcel();
    made.weight = weight;
    synchronized (this) {
      parcel = made;
      notifyAll();
    }
    label = "given";
  }

  int take() throws InterruptedException {
    Parcel taken;
    synchronized (this) {
      while (parcel == null) wait();
      taken = parcel;
      parcel = null;
    }
    System.out.println(label);
    return taken.weight;
  }

  public static void main(String[] args) throws Exception {
    HandedByNotify shared = new HandedByNotify();
    new Thread(() -> shared.give(3)).start();
    System.out.println(shared.take());
  }
}

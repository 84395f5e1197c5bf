package support;

/** Three fields and a lock. Each method touches those that its name says, in one critical section. */
public final class Fields {
  private int x;
  private int y;
  private int z;

  public synchronized void x() {
    x++;
  }

  public synchronized void y() {
    y++;
  }

  public synchronized void z() {
    z++;
  }

  public synchronized void xy() {
    x++;
    y++;
  }

  public synchronized void yz() {
    y++;
    z++;
  }

  public synchronized void zx() {
    z++;
    x++;
  }

  public synchronized void xyz() {
    x++;
    y++;
    z++;
  }
}

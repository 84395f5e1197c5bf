package check;

/** What would count is never switched on: there is no reaper, it does not log, and the limit stays 0. Nothing. */
public class SwitchedOff {
  private Object reaper;
  protected boolean logging = false;
  private int limit;
  private int reaped;
  private int logged;
  private int limited;

  public void setReaper(Object reaper) {
    this.reaper = reaper;
  }

  public void setLogging(boolean logging) {
    this.logging = logging;
  }

  public void setLimit(int limit) {
    this.limit = limit;
  }

  public boolean isLogging() {
    return logging;
  }

  void work() {
    if (reaper != null) {
      reap();
    }
    if (isLogging()) {
      log();
    }
    if (limit != 0) {
      apply();
    }
  }

  private void reap() {
    reaped++;
  }

  private void log() {
    logged++;
  }

  private void apply() {
    limited++;
  }

  private void reset() {
    reaper = null;
    logging = false;
  }

  public static void main(String[] args) {
    SwitchedOff shared = new SwitchedOff();
    shared.reset();
    for (int i = 0; i < 3; i++) {
      new Thread(shared::work).start();
    }
  }
}

package check;

import java.io.ObjectInputStream;

/** Switched on: by a setter, by a subclass that overrides the getter, by something that came over a wire, by whoever
 * made the object by its name; and a switch that is on from the start. All found. */
public class SwitchedOn {
  static class Worker {
    private Object reaper;
    private Object sent;
    protected boolean logging = false;
    private boolean on = true;
    private int reaped; // expect: check.SwitchedOn$Worker.reaped
    private int logged; // expect: check.SwitchedOn$Worker.logged
    private int received; // expect: check.SwitchedOn$Worker.received
    private int done; // expect: check.SwitchedOn$Worker.done

    void setReaper(Object reaper) {
      this.reaper = reaper;
    }

    boolean isLogging() {
      return logging;
    }

    void receive(ObjectInputStream in) throws Exception {
      sent = (SwitchedOn) in.readObject();
    }

    void work() {
      if (reaper != null) {
        reap();
      }
      if (isLogging()) {
        log();
      }
      if (sent != null) {
        received();
      }
      if (on) {
        done();
      }
    }

    private void reap() {
      reaped++;
    }

    private void log() {
      logged++;
    }

    private void received() {
      received++;
    }

    private void done() {
      done++;
    }
  }

  static class Logging extends Worker {
    @Override
    boolean isLogging() {
      return true;
    }
  }

  /** Made by its name: whoever does that sets fields, too. */
  public static class Configured {
    private Object plan;
    private int planned; // expect: check.SwitchedOn$Configured.planned

    public void setPlan(Object plan) {
      this.plan = plan;
    }

    public void work() {
      if (plan != null) {
        follow();
      }
    }

    private void follow() {
      planned++;
    }
  }

  public static void main(String[] args) throws Exception {
    Worker worker = new Logging();
    worker.setReaper(args);
    worker.receive(new ObjectInputStream(System.in));
    Configured configured = (Configured) Class.forName("check.SwitchedOn$Configured").getConstructor().newInstance();
    for (int i = 0; i < 3; i++) {
      new Thread(() -> {
        worker.work();
        configured.work();
      }).start();
    }
  }
}

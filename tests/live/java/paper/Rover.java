package paper;

import support.Threads;

/**
 * A planetary-rover executive after §5, reduced to what matters there: which threads there are, who locks what, and the
 * twelve fields that nothing protects. Main starts all threads. The RuntimeExecutive interprets the plan: it asks the
 * ActionExecution thread to perform each task's action and waits until the ExecCondChecker, two threads, has seen the
 * change of the database that the action makes and has signalled it back. The ExecTimer looks at the tasks' times again
 * and again.
 *
 * <p>Of the twelve, one is the known race on the action's status; two are counters that were added to count
 * synchronisations; seven are set up by the RuntimeExecutive, which locks itself, and read by the ExecTimer, which
 * locks itself; two are set up by the RuntimeExecutive and read by the ExecCondChecker. All else has one lock.
 */
public class Rover {
  static final int TASKS = 3;
  static int syncNum;  // finds: paper.Rover.syncNum
  static int syncNumOpt;  // finds: paper.Rover.syncNumOpt

  static final class TimePoint {
    int earliest;  // finds: paper.Rover$TimePoint.earliest
    int latest;  // finds: paper.Rover$TimePoint.latest
    boolean absolute;  // finds: paper.Rover$TimePoint.absolute
  }

  static final class Symbol {
    String name;  // finds: paper.Rover$Symbol.name
    int number;  // finds: paper.Rover$Symbol.number
  }

  static final class Binding {
    String variable;  // finds: paper.Rover$Binding.variable
    int value;  // finds: paper.Rover$Binding.value
  }

  static final class Condition {
    int threshold;  // finds: paper.Rover$Condition.threshold
    int priority;  // finds: paper.Rover$Condition.priority
  }

  /** The state of the vehicle's components, under its own lock. */
  static final class Database {
    private int changes;

    synchronized void update() {
      changes++;
      notifyAll();
    }

    synchronized void awaitChange(int number) throws InterruptedException {
      while (changes < number) wait();
    }
  }

  final TimePoint time = new TimePoint();
  final Symbol symbol = new Symbol();
  final Binding binding = new Binding();
  final Condition condition = new Condition();
  final Database database = new Database();
  final RuntimeExecutive executive = new RuntimeExecutive();
  final ActionExecution action = new ActionExecution();
  final Filter filter = new Filter();

  final class RuntimeExecutive implements Threads.Body {
    private int signals;

    @Override
    public void run() throws InterruptedException {
      prepare();
      for (int task = 1; task <= TASKS; task++) {
        syncNum++;
        syncNumOpt++;
        action.request(task);
        if (action.status < 0) throw new IllegalStateException("the action failed");
        awaitSignal(task);
      }
    }

    private synchronized void prepare() {
      time.earliest = 10;
      time.latest = 20;
      time.absolute = true;
      symbol.name = "drive";
      symbol.number = 1;
      binding.variable = "distance";
      binding.value = 5;
      condition.threshold = 3;
      condition.priority = 2;
    }

    synchronized void signal() {
      signals++;
      notifyAll();
    }

    private synchronized void awaitSignal(int number) throws InterruptedException {
      while (signals < number) wait();
    }
  }

  final class ActionExecution implements Threads.Body {
    int status;  // finds: paper.Rover$ActionExecution.status
    private int requested;

    synchronized void request(int task) {
      requested = task;
      notifyAll();
    }

    private synchronized void awaitRequest(int task) throws InterruptedException {
      while (requested < task) wait();
    }

    @Override
    public void run() throws InterruptedException {
      for (int task = 1; task <= TASKS; task++) {
        syncNum++;
        syncNumOpt++;
        awaitRequest(task);
        status = task;
        database.update();
      }
    }
  }

  /** The half of ExecCondChecker that watches the database. */
  final class DbMonitor implements Threads.Body {
    @Override
    public void run() throws InterruptedException {
      for (int change = 1; change <= TASKS; change++) {
        int weight;
        synchronized (database) {
          weight = condition.threshold * condition.priority;
        }
        syncNum++;
        database.awaitChange(change);
        filter.offer(weight);
      }
    }
  }

  /** The half of ExecCondChecker that puts the changes in order and signals the executive. */
  final class Filter implements Threads.Body {
    private int pending;
    private int heaviest;

    synchronized void offer(int weight) {
      pending++;
      heaviest = Math.max(heaviest, weight);
      notifyAll();
    }

    private synchronized void take() throws InterruptedException {
      while (pending == 0) wait();
      pending--;
      heaviest = 0;
    }

    @Override
    public void run() throws InterruptedException {
      for (int change = 1; change <= TASKS; change++) {
        take();
        executive.signal();
      }
    }
  }

  final class ExecTimer implements Threads.Body {
    private int printed;

    @Override
    public void run() {
      for (int round = 0; round < 5; round++) {
        syncNum++;
        print();
      }
    }

    private synchronized void print() {
      printed += time.earliest + time.latest + (time.absolute ? 1 : 0);
      printed += String.valueOf(symbol.name).length() + symbol.number;
      printed += String.valueOf(binding.variable).length() + binding.value;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Rover rover = new Rover();
    Threads.together(
        rover.executive, rover.new ExecTimer(), rover.action, rover.new DbMonitor(), rover.filter);
    System.out.println("the plan is done");
  }
}

package paper;

import support.Threads;

/**
 * A roller coaster after §6: seven passengers compete for the seven seats of one car. All is done under the coaster's
 * monitor but for one read of rideNo by the coaster, which alone writes it. That is no race, and a false alarm of the
 * paper's algorithm.
 */
public class RollerCoaster extends Thread {
  static final int SEATS = 7;
  static final int RIDES = 20;
  private int rideNo;  // finds strictly: paper.RollerCoaster.rideNo
  private int taken;

  @Override
  public void run() {
    try {
      while (rideNo < RIDES) ride();
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private synchronized void ride() throws InterruptedException {
    while (taken < SEATS) wait();
    taken = 0;
    rideNo++;
    notifyAll();
  }

  synchronized void takeARide() throws InterruptedException {
    while (taken == SEATS) wait();
    taken++;
    int mine = rideNo;
    notifyAll();
    while (rideNo == mine) wait();
  }

  public static void main(String[] args) throws InterruptedException {
    RollerCoaster coaster = new RollerCoaster();
    coaster.start();
    Threads.Body passenger = () -> {
      for (int i = 0; i < RIDES; i++) coaster.takeARide();
    };
    Threads.together(passenger, passenger, passenger, passenger, passenger, passenger, passenger);
    coaster.join();
    System.out.println("closed");
  }
}

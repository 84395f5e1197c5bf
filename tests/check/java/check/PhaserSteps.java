package check;

import java.util.concurrent.Phaser;

/** Parties of a phaser: written before they meet, read after: nothing. */
public class PhaserSteps {
  private int left;
  private int right;

  public static void main(String[] args) {
    PhaserSteps shared = new PhaserSteps();
    Phaser phaser = new Phaser(2);
    new Thread(() -> {
      shared.left = 1;
      phaser.arriveAndAwaitAdvance();
      System.out.println(shared.right);
    }).start();
    shared.right = 2;
    phaser.arriveAndAwaitAdvance();
    System.out.println(shared.left);
  }
}

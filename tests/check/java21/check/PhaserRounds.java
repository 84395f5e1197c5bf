package check;

import java.util.concurrent.Phaser;

/** Each writes its own slot, and after the phase reads the other's. */
public class PhaserRounds {
    private int left, right;

    public static void main(String[] args) {
        PhaserRounds rounds = new PhaserRounds();
        Phaser phaser = new Phaser(2);
        Thread.startVirtualThread(() -> {
            rounds.left = 1;
            phaser.arriveAndAwaitAdvance();
            System.out.println(rounds.right);
        });
        Thread.startVirtualThread(() -> {
            rounds.right = 1;
            phaser.arriveAndAwaitAdvance();
            System.out.println(rounds.left);
        });
    }
}

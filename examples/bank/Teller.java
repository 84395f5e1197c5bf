package bank;

import java.util.Random;

/** Moves small amounts between accounts chosen at random, always the same ones for the same seed. */
final class Teller implements Runnable {
    private static final int TRANSFERS = 100_000;

    private final Bank bank;
    private final Random random; // one for each teller, so nothing to share

    Teller(Bank bank, long seed) {
        this.bank = bank;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        for (int i = 0; i < TRANSFERS; i++) {
            bank.transfer(random.nextInt(bank.size()), random.nextInt(bank.size()), 1 + random.nextInt(10));
        }
    }
}

package bank;

/** Money that several tellers move at the same time. Every access to the balance should hold the account's monitor. */
final class Account {
    final String owner;
    private int balance;

    Account(String owner, int balance) {
        this.owner = owner;
        this.balance = balance;
    }

    synchronized void deposit(int amount) {
        balance += amount;
    }

    // Not synchronized: while a deposit has read the balance and not yet written it, this one's write is lost.
    boolean withdraw(int amount) {
        if (balance < amount) {
            return false;
        }
        balance -= amount; // race: data-race on bank.Account.balance, with deposit and with itself
        return true;
    }

    synchronized int balance() {
        return balance;
    }
}

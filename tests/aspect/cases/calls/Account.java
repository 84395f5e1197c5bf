package calls;

class Account {
    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    void deposit(int amount) {
        balance += amount;
    }

    void withdraw(int amount) {
        if (amount > balance) throw new IllegalArgumentException("too much");
        balance -= amount;
    }

    int balance() {
        return balance;
    }
}

class Savings extends Account {
    Savings() {
        super(0);
    }

    @Override
    void deposit(int amount) {
        super.deposit(2 * amount);
    }
}

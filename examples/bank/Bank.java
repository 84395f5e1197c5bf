package bank;

import java.util.List;

/** The accounts and the transfers between them. A transfer moves money; it must neither make nor lose any. */
public final class Bank {
    private final List<Account> accounts;

    Bank(List<Account> accounts) {
        this.accounts = accounts;
    }

    int size() {
        return accounts.size();
    }

    void transfer(int from, int to, int amount) {
        if (accounts.get(from).withdraw(amount)) {
            accounts.get(to).deposit(amount);
        }
    }

    int total() {
        return accounts.stream().mapToInt(Account::balance).sum();
    }

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank(List.of(new Account("Ada", 1000), new Account("Bob", 1000), new Account("Cleo", 1000)));
        int before = bank.total();

        Thread first = new Thread(new Teller(bank, 1), "teller-1");
        Thread second = new Thread(new Teller(bank, 2), "teller-2");
        first.start();
        second.start();
        first.join();
        second.join();

        int after = bank.total();
        String verdict = before == after ? "the books balance" : "money was lost or made up";
        System.out.printf("%d before, %d after: %s%n", before, after, verdict);
    }
}

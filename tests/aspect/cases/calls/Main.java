package calls;

public class Main {
    private final Account account = new Account(100);

    static int twice(int value) {
        return 2 * value;
    }

    long mixed(byte small, double real, String text, long big, boolean flag) {
        return small + (long) real + text.length() + big + (flag ? 1 : 0);
    }

    int inAnExpression() {
        return 1 + twice(3) * twice(new Account(5).balance());
    }

    String caught() {
        try {
            account.withdraw(1000);
            return "paid";
        } catch (IllegalArgumentException e) {
            return "refused: " + e.getMessage();
        }
    }

    public static void main(String[] arguments) {
        Main main = new Main();
        Log.say("-> " + twice(21));
        Log.say("-> " + main.mixed((byte) 1, 2.5, "three", 4L, true));
        Log.say("-> " + main.inAnExpression());
        Log.say("-> " + main.caught());
        Object same = main.account;
        Log.say("-> " + same.equals(main.account));
        Runnable lambda = () -> main.account.deposit(7);
        lambda.run();
        new Savings().deposit(1);
        Log.say("-> " + main.account.balance());
    }
}

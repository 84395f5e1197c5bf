package inherited;

public class Main {
    static void first(int value) {
        Log.say("first " + value);
    }

    static void second(int value) {
        Log.say("second " + value);
    }

    public static void main(String[] arguments) {
        first(1);
        second(2);
    }
}

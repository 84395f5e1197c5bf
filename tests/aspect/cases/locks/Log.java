package locks;

public class Log {
    public static void say(String text) {
        System.out.println(text);
    }

    static void body() {
        say("  body");
    }
}

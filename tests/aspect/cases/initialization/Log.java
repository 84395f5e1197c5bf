package initialization;

public class Log {
    public static void say(String text) {
        System.out.println(text);
    }
}

package patterns;

public class Log { public static void say(String s) { System.out.println(s); } }

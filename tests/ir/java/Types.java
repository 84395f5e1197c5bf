// Types of registers: joins, arrays, null, slots used twice, the stack instructions.
import java.util.ArrayList;
import java.util.List;

class Types {
    long wide;
    static int counter;

    static Object join(boolean which) {
        return which ? "text" : List.of();
    }

    static Number same(boolean which, Integer a, Integer b) {
        Integer chosen = which ? a : b;
        return chosen;
    }

    static String orNull(boolean which) {
        return which ? "text" : null;
    }

    static Object elements(boolean which, String[] texts, Object[] any, int i) {
        Object[] array = which ? texts : any;
        String first = texts[i];
        String[][] table = {texts, null};
        return array[i] == first ? table[i] : array[i];
    }

    // One JVM slot, two variables: two registers.
    static void slotTwice(int n) {
        {
            String text = "a";
            text.length();
        }
        {
            List<String> list = new ArrayList<>();
            list.size();
        }
    }

    long stack(int[] values, int i) {
        values[i++] += 2;
        long old = wide++;
        counter = values[i] = 7;
        return wide = old;
    }

    static double convert(int i, long l, float f, double d, byte b, char c) {
        return i + l + f + d + (byte) i + (char) l + (int) f + (long) d + b + c + (i << 3) + (l >>> i) + (~i ^ b);
    }

    static boolean compare(long a, long b, double c, double d, float e) {
        return a < b && c <= d && !(e > 1.5f) && e == 2.0f;
    }

    static Object cast(Object any) {
        if (any instanceof String text) return text.length();
        return ((Class<?>) any).getName();
    }

    static Object arrays(int n) {
        boolean[] flags = new boolean[n];
        flags[0] = true;
        char[][][] cubes = new char[n][4][];
        cubes[0][1] = new char[] {'x'};
        return flags[0] ? cubes : new Types[n][];
    }

    static Object constants() {
        Object[] all = {Types.class, int[].class, "é\n", 1234567890123L, 2.5, 3.5f, -7, 40000, null};
        return all;
    }
}

// Run twice: by the JVM (main prints every result) and by the tests' interpreter of the IR, which must agree.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

class Arithmetic {
    static int basics(int a, int b) {
        return (a + b) * 3 - (a ^ b) + (a & 0xff) - (b | 7) + ~a;
    }

    static int shifts(int a, int b) {
        return (a << b) + (a >> (b + 1)) + (a >>> (b + 3)) + (int) ((long) a << b) + (int) ((long) b >>> 5);
    }

    static int divides(int a, int b) {
        return a / b + a % b;
    }

    static int longs(int a, int b) {
        long x = (long) a * b + 12345678901L;
        long y = x - ((long) b << 33);
        return (int) (x ^ y >>> 7) + Long.compare(x, y) + (int) (y / ((long) a * a + 1));
    }

    static int floats(int a, int b) {
        float f = a / 3.0f + b;
        double d = Math.abs(b * 0.37) + f;
        return (int) (f * 100) + (int) (d * 7) + (f < d ? 1 : 0) + ((double) a == d ? 2 : 4) + (int) (d % 3);
    }

    static int notANumber(int a, int b) {
        double d = (a - a) / (double) (b - b);
        float f = (float) d;
        return (d < 1 ? 1 : 0) + (d >= 1 ? 2 : 0) + (d != d ? 4 : 0) + (f > 0 ? 8 : 0) + (f <= 0 ? 16 : 0) + (int) d;
    }

    static int narrowing(int a, int b) {
        byte x = (byte) (a * 37);
        char c = (char) (b - 5);
        short s = (short) (a << 9);
        x += 3;
        return x + c + s + (byte) c + (int) (long) (float) s;
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    static int swapped(int a, int b) {
        for (int i = 0; i < 5; i++) {
            int t = a;
            a = b;
            b = t + i;
        }
        return a * 31 + b;
    }

    static int collatz(int a, int b) {
        int steps = 0;
        long n = Math.abs((long) a) + 1;
        while (n != 1 && steps < 200 + b % 7) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int arrays(int a, int b) {
        int[] values = new int[8];
        for (int i = 0; i < values.length; i++) values[i] = a * i - b;
        int j = 0;
        values[j++] += 2;
        values[j++] ^= values[j];
        long[] wide = {a, b, (long) a << 20};
        int total = 0;
        for (int value : values) total += value;
        return total + (int) wide[2] + values[a & 15];
    }

    static int caught(int a, int b) {
        int seen = 1;
        try {
            seen = 2;
            int x = a / b;
            seen = 3;
            int[] values = new int[3];
            values[x] = 7;
            seen = 4;
            return seen + values[x];
        } catch (ArithmeticException e) {
            seen += 10;
        } catch (ArrayIndexOutOfBoundsException e) {
            seen += 20;
        } finally {
            seen += 100;
        }
        return seen;
    }

    static int finallyReturns(int a, int b) {
        int n = 0;
        for (int i = 0; i < 6; i++) {
            try {
                if (i == a % 6) continue;
                n += 10 / (i - b % 6);
            } catch (RuntimeException e) {
                if (i > 3) break;
                n += 1000;
            } finally {
                n++;
            }
        }
        return n;
    }

    static int thrown(int a, int b) {
        try {
            if (a > b) throw new IllegalStateException();
            if (a < b) throw new IllegalArgumentException();
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        }
    }

    static int switches(int a, int b) {
        int result = switch (a & 7) {
            case 0, 3 -> b;
            case 1 -> a;
            case 4 -> {
                int t = b;
                for (int i = 0; i < 3; i++) t = t * 3 + i;
                yield t;
            }
            default -> -1;
        };
        switch (b) {
            case -100: result += 1;
            case 5000: result += 2;
            case 7: result += 3; break;
            default: result += 4;
        }
        return result;
    }

    static int recursion(int a, int b) {
        return b <= 0 || b > 50 ? a : recursion(b - a % 5, b - 1 - (a & 1)) + 1;
    }

    static int shortCircuit(int a, int b) {
        boolean x = a > 0 && b > 0 || a < -5 && (b & 1) == 0;
        boolean y = !x ^ (a == b);
        return (x ? 1 : 0) + (y ? 2 : 0) + (x && y ? a : b);
    }

    static int locked(int a, int b) {
        Object lock = new Object();
        synchronized (lock) {
            if (a == 3) return 77;
            a = a / b;
        }
        return a;
    }

    public static void main(String[] none) throws IllegalAccessException {
        int[] inputs = {0, 1, 2, 3, 7, 13, 255, 1000, -1, -2, -100, 5000, Integer.MAX_VALUE, Integer.MIN_VALUE};
        Method[] methods = Arithmetic.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (method.getReturnType() != int.class || !Modifier.isStatic(method.getModifiers())) continue;
            for (int a : inputs) {
                for (int b : inputs) {
                    String result;
                    try {
                        result = method.invoke(null, a, b).toString();
                    } catch (InvocationTargetException e) {
                        result = e.getCause().getClass().getName();
                    }
                    System.out.println(method.getName() + " " + a + " " + b + " " + result);
                }
            }
        }
    }
}

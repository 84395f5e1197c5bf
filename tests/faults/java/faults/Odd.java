package faults;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Runs a class that the JVM takes and the weaver does not: a table of local variables that goes by the name of type
 * annotations, which the JVM never looks into.
 */
public final class Odd {
    /** What is made odd. */
    public static final class Body implements Runnable {
        private int value = 41;

        @Override
        public void run() {
            int local = value + 1;
            value = local;
            System.out.println("odd: " + value);
        }
    }

    private Odd() {}

    private static final class Loader extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        String name = Body.class.getName();
        byte[] bytes;
        try (InputStream file = Odd.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            bytes = rename(file.readAllBytes(), "LocalVariableTable", "RuntimeVisibleTypeAnnotations");
        }
        Racy.race();
        ((Runnable) new Loader().define(name, bytes).getConstructor().newInstance()).run();
    }

    /** Another text in a constant of the class file. Nothing in a class file points past its constants. */
    private static byte[] rename(byte[] bytes, String from, String to) {
        byte[] old = constant(from);
        byte[] wanted = constant(to);
        int at = 0;
        while (!Arrays.equals(old, Arrays.copyOfRange(bytes, at, at + old.length))) {
            at++;
        }
        byte[] renamed = new byte[bytes.length - old.length + wanted.length];
        System.arraycopy(bytes, 0, renamed, 0, at);
        System.arraycopy(wanted, 0, renamed, at, wanted.length);
        System.arraycopy(bytes, at + old.length, renamed, at + wanted.length, bytes.length - at - old.length);
        return renamed;
    }

    private static byte[] constant(String text) {
        byte[] letters = text.getBytes(StandardCharsets.US_ASCII);
        byte[] constant = new byte[letters.length + 3];
        constant[0] = 1; // CONSTANT_Utf8
        constant[1] = (byte) (letters.length >> 8);
        constant[2] = (byte) letters.length;
        System.arraycopy(letters, 0, constant, 3, letters.length);
        return constant;
    }
}

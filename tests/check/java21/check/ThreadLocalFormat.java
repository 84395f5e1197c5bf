package check;

import java.text.SimpleDateFormat;
import java.util.Date;

/** A date format for each thread; and one that they share. */
public class ThreadLocalFormat {
    private static final ThreadLocal<SimpleDateFormat> OWN = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
    private static final SimpleDateFormat SHARED = new SimpleDateFormat("yyyy"); // expect: java.text.SimpleDateFormat

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Thread.startVirtualThread(() -> {
                System.out.println(OWN.get().format(new Date()));
                System.out.println(SHARED.format(new Date()));
            });
        }
    }
}

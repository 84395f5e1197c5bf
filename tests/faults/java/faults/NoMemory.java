package faults;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Fields by which a thread hands something over are used for the first time where there is no memory left: that once. */
public final class NoMemory {
    private static final VarHandle HANDLE;
    private static final AtomicIntegerFieldUpdater<NoMemory> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(NoMemory.class, "updated");

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(NoMemory.class, "handled", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static Object[] full;
    private static volatile boolean isStaticReady;

    private int data;
    private volatile boolean isReady;
    private boolean handled;
    private volatile int updated;

    private static Object[] fill() {
        Object[] all = null;
        for (int size = 1 << 20; size > 0; size /= 2) {
            try {
                while (true) {
                    all = new Object[] {all, new byte[size]};
                }
            } catch (OutOfMemoryError expected) {
                // smaller ones
            }
        }
        return all;
    }

    private void write(int value, int way) {
        data = value;
        switch (way) {
            case 0 -> isReady = true;
            case 1 -> isStaticReady = true;
            case 2 -> HANDLE.setVolatile(this, true);
            default -> UPDATER.set(this, 1);
        }
    }

    private int read(int way) {
        switch (way) {
            case 0 -> {
                while (!isReady) Thread.onSpinWait();
            }
            case 1 -> {
                while (!isStaticReady) Thread.onSpinWait();
            }
            case 2 -> {
                while (!(boolean) HANDLE.getVolatile(this)) Thread.onSpinWait();
            }
            default -> {
                while (UPDATER.get(this) == 0) Thread.onSpinWait();
            }
        }
        return data;
    }

    public static void main(String[] args) throws InterruptedException {
        NoMemory first = new NoMemory();
        for (int way = 0; way < 4; way++) {
            full = fill();
            try {
                first.write(0, way);
                first.read(way);
            } catch (OutOfMemoryError e) {
                // so it was: there was none
            }
            full = null;
        }
        isStaticReady = false;
        for (int way = 0; way < 4; way++) {
            NoMemory message = new NoMemory();
            int[] read = new int[1];
            int how = way;
            Thread reader = new Thread(() -> read[0] = message.read(how));
            reader.start();
            message.write(way + 1, way);
            reader.join();
            System.out.println(read[0]);
        }
    }
}

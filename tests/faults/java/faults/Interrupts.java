package faults;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the SIGINTs that reach it, until a SIGTERM does. */
public final class Interrupts {
    private Interrupts() {}

    public static void main(String[] args) throws Exception {
        AtomicInteger interrupts = new AtomicInteger();
        CountDownLatch terminated = new CountDownLatch(1);
        onSignal("INT", () -> System.out.println("interrupt " + interrupts.incrementAndGet()));
        onSignal("TERM", terminated::countDown);
        System.out.println("started by " + ProcessHandle.current().parent().orElseThrow().pid());
        terminated.await();
        System.out.println("interrupts: " + interrupts.get());
        System.exit(9);
    }

    /** sun.misc.Signal by reflection: javac warns of its use in a way that cannot be switched off. */
    private static void onSignal(String name, Runnable action) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object calling = Proxy.newProxyInstance(Interrupts.class.getClassLoader(), new Class<?>[] {handler},
            (proxy, method, arguments) -> {
                action.run();
                return null;
            });
        signal.getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), calling);
    }
}

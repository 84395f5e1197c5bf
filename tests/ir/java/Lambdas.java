// Lambdas and method references: what is called, and what is captured.
import java.io.Serializable;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

class Lambdas {
    private int field;

    Runnable captures(String text, long number) {
        return () -> System.out.println(text + number + field);
    }

    static Runnable capturesNothing() {
        return () -> {};
    }

    Runnable bound() {
        return this::work;
    }

    static Function<String, Integer> unbound() {
        return String::length;
    }

    static Function<String, Integer> toStatic() {
        return Integer::parseInt;
    }

    static Supplier<Lambdas> constructor() {
        return Lambdas::new;
    }

    static IntFunction<String[]> arrayConstructor() {
        return String[]::new;
    }

    static Supplier<Object> viaInterface(Supplier<String> other) {
        return other::get;
    }

    static Runnable serializable() {
        return (Runnable & Serializable & Marker) () -> Thread.yield();
    }

    // Two methods of different erasure in one functional interface: the object answers to both.
    static Both bridged() {
        return text -> text.length();
    }

    void work() {
    }

    interface Marker {
    }

    interface Erased<T> {
        int measure(T value);
    }

    interface Plain {
        int measure(String value);
    }

    interface Both extends Erased<String>, Plain {
    }
}

package initialization;

/** Objects that are made by one constructor or, with this(...), by several: each is initialised once. */
public class Main {
    static class Base {
        final String name;

        Base() {
            this("base");
            Log.say("    in Base()");
        }

        Base(String name) {
            this.name = name;
            Log.say("    in Base(" + name + ")");
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + " " + name;
        }
    }

    static class Derived extends Base {
        int count = 7;

        Derived() {
            this(1);
            Log.say("    in Derived()");
        }

        Derived(int count) {
            this(count, count > 3 ? "many" : "few");
            this.count += count;
            Log.say("    in Derived(" + count + ")");
        }

        Derived(long count, String what) {
            super(what);
            count += 100; // a parameter that is overwritten
            Log.say("    in Derived(" + count + ", " + what + ")");
        }

        // Another object of the class, made and dropped while this one is on its way.
        Derived(Object other) {
            this(new Derived(2).count);
        }

        Derived(String problem, boolean early) {
            this(fails(early, problem), problem);
        }

        Derived(double last) {
            this(2, "before " + last);
            throw new IllegalStateException("the last fails");
        }

        static long fails(boolean now, String problem) {
            if (now) throw new IllegalStateException(problem);
            return 5;
        }
    }

    static class Failing extends Base {
        Failing() {
            this("inner");
            Log.say("    never");
        }

        Failing(String where) {
            super(where);
            if (!where.isEmpty()) throw new UnsupportedOperationException(where);
            Log.say("    not failing");
        }

        Failing(int levels) {
            this();
        }
    }

    static void tried(Runnable make) {
        try {
            make.run();
        } catch (RuntimeException e) {
            Log.say("  caught " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        new Base();
        new Base("alone");
        new Derived();
        new Derived(4);
        new Derived(5L, "direct");
        new Derived(new Object());
        tried(() -> new Derived("early", true));
        new Derived("late", false);
        tried(() -> new Derived(1.5));
        tried(() -> new Failing());
        tried(() -> new Failing("outer"));
        tried(() -> new Failing(3));
        new Failing("");
        new Derived(9) {
            {
                Log.say("    in a class without a name");
            }
        };
    }
}

package fields;

/** Fields of every type, static and not, inherited, nested, set in constructors and in expressions. */
public class Main {
    static class Base {
        protected long inherited = 1;
    }

    static class Derived extends Base {
        int own;
        final String fixed;
        static double shared;

        Derived(String fixed) {
            this.fixed = fixed;
            own = fixed.length();
        }

        void change() {
            inherited += 2;
            super.inherited++;
            shared = own / 2.0 + inherited;
            own++;
        }
    }

    char letter;
    Derived other;
    byte small;
    static String text;

    static long pick(Main main) {
        return main.other.inherited + main.small + (main.letter == 'x' ? Derived.shared > 1 ? 1 : 2 : 3);
    }

    public static void main(String[] arguments) {
        Main main = new Main();
        main.letter = 'x';
        main.small = (byte) 300;
        main.other = new Derived("abc");
        main.other.change();
        text = "n" + main.other.own;
        Log.say("-> " + pick(main) + text);
        Main none = null;
        try {
            none.letter = 'y';
        } catch (NullPointerException e) {
            Log.say("-> null");
        }
        try {
            Log.say("-> " + none.other.own);
        } catch (NullPointerException e) {
            Log.say("-> null again");
        }
    }
}

package check;

import java.util.ArrayList;
import java.util.List;

/** Initialised by a holder class, then only read. */
public class HolderIdiom {
    private static class Holder {
        static final List<String> WORDS = new ArrayList<>();

        static {
            WORDS.add("a");
        }
    }

    static int words() {
        return Holder.WORDS.size();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) Thread.startVirtualThread(HolderIdiom::words);
    }
}

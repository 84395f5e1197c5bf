package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** As BuiltByFactory, but the factory puts the object into a list that all can see, and goes on configuring it. */
public class BuiltThenListed {
    private static final List<BuiltThenListed> ALL = Collections.synchronizedList(new ArrayList<>());
    private int settings; // expect: check.BuiltThenListed.settings

    static BuiltThenListed create() {
        BuiltThenListed built = new BuiltThenListed();
        built.setting(1);
        ALL.add(built);
        built.setting(2);
        return built;
    }

    private void setting(int value) {
        settings = value;
    }

    private static void look() {
        create();
        synchronized (ALL) {
            for (BuiltThenListed one : ALL) one.setting(3);
        }
    }

    public static void main(String[] args) {
        new Thread(BuiltThenListed::look).start();
        new Thread(BuiltThenListed::look).start();
    }
}

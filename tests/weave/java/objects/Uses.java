package objects;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Methods for object_analysis_test.cpp, one rule each. Classes stand side by side: nest mates would see private fields. */
class Plain {
    int x;
    int y;
    final int constant = Integer.getInteger("n", 1);
    volatile int flag;
    static int shared;
    Plain other;
    final Plain friend = new Plain();

    void writes() {
        x = 1;
    }

    int reads() {
        return x + y;
    }

    int readsThenWrites() {
        int before = x;
        y = before;
        return before;
    }

    int constants() {
        return constant + flag;
    }

    static int statics() {
        return shared++;
    }

    int behindTheLock() {
        synchronized (other) {
            return x;
        }
    }

    int beforeAndBehind() {
        int sum = x;
        synchronized (this) {
            sum += x;
        }
        return sum + x;
    }

    void maybe(boolean some) {
        if (some) x = 1;
    }

    int ofOther(Plain given) {
        int sum = given.x;
        sum += given.x;
        given.x = sum;
        return given.x;
    }

    int onOneWay(Plain given, boolean some) {
        int sum = 0;
        if (some) sum += given.x;
        return sum + given.x;
    }

    int onBothWays(Plain given, boolean some) {
        int sum = some ? given.x : given.y;
        return sum + given.x;
    }

    int throughALock(Plain given) {
        int sum = given.x;
        synchronized (given) {
            sum += given.x;
        }
        return sum;
    }

    int afterAwaiting(Plain given) throws InterruptedException {
        int sum = given.x;
        given.wait();
        return sum + given.x;
    }

    int whenCaught(Plain given) {
        int sum = given.x;
        try {
            sum /= sum;
        } catch (ArithmeticException e) {
            sum = given.x;
        }
        return sum;
    }

    int twoReferences(Plain given) {
        return given.other.x + given.other.x;
    }

    int finalReference() {
        return friend.x + friend.x;
    }

    int loop(Plain given) {
        int sum = 0;
        for (int i = 0; i < 9; i++) sum += given.x;
        return sum;
    }

    int everyRound(Plain given) {
        int sum = 0, i = 0;
        do {
            given.x = i;
        } while (++i < 9);
        return sum;
    }

    int someRounds(Plain given) {
        int sum = 0, i = 0;
        do {
            if (i > 3) sum += given.x;
        } while (++i < 9);
        return sum;
    }

    int loopWithLock(Plain given) {
        int sum = 0, i = 0;
        do {
            synchronized (this) {
                sum += given.x;
            }
        } while (++i < 9);
        return sum;
    }

    int perhapsNoLoop(Plain given, boolean leave) {
        if (leave) return 0;
        int sum = 0, i = 0;
        do {
            sum += given.x;
        } while (++i < 9);
        return sum;
    }
}

class Arrays {
    private int[] own = new int[4];
    private int[] given;
    private final List<String> names = new ArrayList<>();
    private List<String> shown = new ArrayList<>();
    int count;

    Arrays(int[] given) {
        this.given = given;
    }

    int ownElement() {
        return own[1];
    }

    int givenElement() {
        return given[1];
    }

    int parameter(int[] array) {
        return array[0] + array[1];
    }

    Object references(Object[] array) {
        return array[0];
    }

    static int local() {
        int[] array = new int[3];
        array[0] = 2;
        return array[0] + array.length;
    }

    static int[] escapes() {
        int[] array = new int[3];
        array[0] = 2;
        return array;
    }

    static int localList() {
        List<String> list = new ArrayList<>();
        list.add("a");
        return list.size();
    }

    void addsName() {
        names.add("a");
    }

    void addsShown() {
        shown.add("a");
    }

    Iterator<String> shows() {
        return shown.iterator();
    }

    int ofList(List<String> list) {
        return list.size();
    }

    int ofListInLoop(List<String> list, int rounds) {
        int sum = list.size();
        for (int i = 0; i < rounds; ++i) {
            sum += list.size();
            if (list.size() > i) list.add("a");
        }
        return sum;
    }

    int calls(Plain plain) {
        return plain.reads() + Plain.statics();
    }
}

class Constants {
    private final int[] cells = new int[2];

    int cell() {
        return cells[0];
    }
}

class Made {
    static Made last;
    int x;

    Made() {
        x = 1;
    }

    Made(int x) {
        this.x = x;
        last = this;
    }

    Made(Plain plain) {
        this();
        x = plain.x;
        report();
    }

    private void report() {
        x++;
    }
}

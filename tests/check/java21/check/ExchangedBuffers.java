package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;

/** What is exchanged is the other's from then on; using it on is wrong. */
public class ExchangedBuffers {
    static class Buffer {
        int used; // expect: check.ExchangedBuffers$Buffer.used
    }

    public static void main(String[] args) {
        Exchanger<Buffer> exchanger = new Exchanger<>();
        for (int i = 0; i < 2; i++) {
            Thread.startVirtualThread(() -> {
                Buffer mine = new Buffer();
                mine.used = 1;
                try {
                    Buffer theirs = exchanger.exchange(mine);
                    theirs.used++;
                    mine.used++;
                } catch (InterruptedException stopped) {
                    return;
                }
            });
        }
    }
}

package check;

/** An inner class works on the fields of the object around it. */
public class InnerRunnable {
    private int count; // expect: check.InnerRunnable.count
    private int safe;

    private class Worker implements Runnable {
        private int own;

        @Override
        public void run() {
            own++;
            count++;
            synchronized (InnerRunnable.this) {
                safe++;
            }
        }
    }

    public static void main(String[] args) {
        InnerRunnable outer = new InnerRunnable();
        for (int i = 0; i < 2; i++) new Thread(outer.new Worker()).start();
    }
}

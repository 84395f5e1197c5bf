package check;

/** The usual way round "effectively final": a captured array of one element. */
public class LambdaArray {
    public static void main(String[] args) throws InterruptedException {
        int[] wrong = {0}; // expect: int[]
        Thread one = new Thread(() -> wrong[0]++);
        Thread two = new Thread(() -> wrong[0]++);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(wrong[0]);
    }
}

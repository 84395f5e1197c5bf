package check;

/** The same array, but one after the other. */
public class LambdaArrayJoined {
    public static void main(String[] args) throws InterruptedException {
        int[] sum = {0};
        Thread one = new Thread(() -> sum[0]++);
        one.start();
        one.join();
        Thread two = new Thread(() -> sum[0]++);
        two.start();
        two.join();
        System.out.println(sum[0]);
    }
}

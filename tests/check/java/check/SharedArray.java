package check;

/** Elements of a shared array. */
public class SharedArray {
  static void add(int[] array) { // expect: int[]
    array[0]++;
  }

  public static void main(String[] args) {
    int[] array = new int[3];
    new Thread(() -> add(array)).start();
    new Thread(() -> add(array)).start();
  }
}

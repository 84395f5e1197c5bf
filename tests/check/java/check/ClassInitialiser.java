package check;

/** A class initialiser is over before anybody else sees the class: nothing. */
public class ClassInitialiser {
  static int[] table = new int[10];

  static {
    for (int i = 0; i < table.length; i++) {
      table[i] = i;
    }
  }

  public static void main(String[] args) {
    new Thread(() -> System.out.println(table[1])).start();
    new Thread(() -> System.out.println(table[2])).start();
  }
}

package check;

/** Filled before it is published through a volatile field: nothing. */
public class Published {
  static class Box {
    int content;

    void fill(int with) {
      content = with;
    }
  }

  static volatile Box current;

  static void publish() {
    Box box = new Box();
    box.fill(5);
    current = box;
  }

  public static void main(String[] args) {
    new Thread(Published::publish).start();
    Box box = current;
    if (box != null) {
      System.out.println(box.content);
    }
  }
}

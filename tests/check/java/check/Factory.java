package check;

/** Objects of one allocation site that a factory hands out: told apart by contexts, nothing. */
public class Factory {
  static class Cell {
    int value;
  }

  static class Maker {
    Cell cell = new Cell();

    void work() {
      synchronized (this) {
        cell.value++;
      }
    }
  }

  public static void main(String[] args) {
    Maker one = new Maker();
    Maker two = new Maker();
    new Thread(one::work).start();
    new Thread(two::work).start();
    new Thread(one::work).start();
  }
}

package check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A reader that is made, given a list of everybody's, and used, and only then handed out. */
public class BuiltWithForeign {
  static final List<Object> ALL = new ArrayList<>();

  static class Words {
    int count;
  }

  static class Reader {
    private List<Object> list;
    private Words words;
    int state;

    void prepare() {
      if (list == null) {
        list = new ArrayList<>();
        list.add(new Words());
      }
      words = new Words();
    }

    void use(List<Object> shared) {
      list = shared;
    }

    void read() {
      state++;
      words.count++;
    }
  }

  private static final List<Reader> READERS = new CopyOnWriteArrayList<>();

  static void make() {
    Reader reader = new Reader();
    reader.use(ALL);
    reader.prepare();
    reader.read();
    READERS.add(reader);
  }

  public static void main(String[] args) {
    new Thread(BuiltWithForeign::make).start();
    new Thread(
            () -> {
              for (Reader reader : READERS) {
                System.out.println(reader.state + reader.words.count);
              }
            })
        .start();
  }
}

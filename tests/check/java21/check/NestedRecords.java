package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Records within records with a mutable list at the bottom, filled before and after the threads start. */
public class NestedRecords {
  record Page(String title, List<String> lines) {} // expect: java.util.ArrayList

  record Book(Page first, List<String> index) {}

  public static void main(String[] args) throws Exception {
    Book book = new Book(new Page("one", new ArrayList<>()), Collections.synchronizedList(new ArrayList<>()));
    book.first().lines().add("before");
    Thread writer = new Thread(() -> {
      book.first().lines().add("racing");
      book.index().add("safe");
    });
    writer.start();
    System.out.println(book.first().lines().size() + book.index().size());
    writer.join();
  }
}

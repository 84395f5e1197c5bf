package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The list behind the synchronised view is used directly too. */
public class WrapperBypassed {
  private final List<String> plain = new ArrayList<>(); // expect: java.util.ArrayList
  private final List<String> safe = Collections.synchronizedList(plain);

  public static void main(String[] args) {
    WrapperBypassed shared = new WrapperBypassed();
    new Thread(() -> shared.safe.add("a")).start();
    new Thread(() -> shared.plain.add("b")).start();
  }
}

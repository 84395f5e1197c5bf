package silent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import support.Check;
import support.Threads;

/** Values that whoever comes first computes; all others see what was done before. */
public class StableValues {
  static final class Box {
    int value;
  }

  static Box made(int value) {
    Box box = new Box();
    box.value = value;
    return box;
  }

  public static void main(String[] args) throws Exception {
    StableValue<Box> one = StableValue.of();
    StableValue<Box> set = StableValue.of();
    Supplier<List<String>> texts =
        StableValue.supplier(
            () -> {
              List<String> list = new ArrayList<>();
              list.add("a");
              return list;
            });
    List<Box> boxes = StableValue.list(4, StableValues::made);
    Threads.Body body =
        () -> {
          Check.same(3, one.orElseSet(() -> made(3)).value);
          Check.same(1, texts.get().size());
          Check.same(2, boxes.get(2).value);
          set.trySet(made(4));
          Check.same(4, set.orElseThrow().value);
        };
    Threads.together(body, body, body);
    Check.result(3, one.orElseThrow().value);
  }
}

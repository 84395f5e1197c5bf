package silent;

import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import support.Check;

/** Parallel streams that take their elements in order, one task after the other: what they fold into has one writer at a time. */
public class OrderedStreams {
  int sum;

  OrderedStreams add(int number) {
    sum += number;
    return this;
  }

  public static void main(String[] args) {
    for (int run = 0; run < 10; run++) {
      OrderedStreams folded = IntStream.range(0, 500).parallel().boxed()
          .gather(Gatherers.fold(OrderedStreams::new, OrderedStreams::add)).findFirst().get();
      Check.same(124750, folded.sum);
      OrderedStreams ordered = new OrderedStreams();
      IntStream.range(0, 500).parallel().forEachOrdered(ordered::add);
      Check.same(124750, ordered.sum);
    }
    System.out.println("in order");
  }
}

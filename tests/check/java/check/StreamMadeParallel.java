package check;

import java.util.List;

/** A stream that is made parallel on the way: parallel() is declared to give a BaseStream. */
public class StreamMadeParallel {
  static class Sink {
    long sum; // expect: check.StreamMadeParallel$Sink.sum
    long serial;
  }

  public static void main(String[] args) {
    List<String> words = List.of("a", "bb", "ccc");
    Sink sink = new Sink();
    words.stream().parallel().mapToInt(String::length).forEach(i -> sink.sum += i);
    words.stream().filter(w -> !w.isEmpty()).forEach(w -> sink.serial += w.length());
    System.out.println(sink.sum + sink.serial);
  }
}

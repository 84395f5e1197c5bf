package racing;

import java.util.Arrays;
import support.Threads;

/** Elements that one thread writes and the other's calls of java.util.Arrays look at, each array of a type of its own. */
public class ComparedArrays {
  record Second(int value) {}

  record Ended(int value) {}

  record Probed(int value) implements Comparable<Probed> {
    @Override
    public int compareTo(Probed other) {
      return Integer.compare(value, other.value);
    }
  }

  record Copied(int value) {}

  record Summed(int value) {}

  static final Second[] first = {new Second(1), new Second(2)};
  static final Second[] second = {first[0], first[1]};  // expect: observed racing.ComparedArrays$Second[]
  static final Ended[] ended = {new Ended(1), new Ended(2), new Ended(3)};  // expect: observed racing.ComparedArrays$Ended[]
  static final Ended[] differs = {ended[0], new Ended(0), ended[2]};
  static final Probed[] probed =  // expect: observed racing.ComparedArrays$Probed[]
      {new Probed(1), new Probed(2), new Probed(3)};
  static final Copied[] copied = new Copied[4];  // expect: observed racing.ComparedArrays$Copied[]
  static final Summed[] summed = {new Summed(1)};  // expect: observed racing.ComparedArrays$Summed[]

  static void write() {
    second[1] = new Second(2);
    ended[1] = new Ended(2);
    probed[1] = new Probed(2);
    copied[2] = new Copied(1);
    summed[0] = new Summed(1);
  }

  static void look() {
    Arrays.equals(first, second);
    Arrays.equals(ended, differs);
    Arrays.binarySearch(probed, new Probed(3));
    Arrays.copyOf(copied, 3);
    Arrays.stream(summed).mapToInt(Summed::value).sum();
  }

  public static void main(String[] args) throws Exception {
    Threads.together(ComparedArrays::write, ComparedArrays::look);
  }
}

package silent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import support.Check;
import support.Threads;

/** Both make a candidate, one wins, both use the winner's. */
public class ConcurrentMapPutIfAbsent {
  static final class Candidate {
    int value;
  }

  public static void main(String[] args) throws Exception {
    ConcurrentMap<Integer, Candidate> map = new ConcurrentHashMap<>();
    Threads.Body work = () -> {
      for (int i = 0; i < 50; i++) {
        Candidate mine = new Candidate();
        mine.value = i;
        Candidate earlier = map.putIfAbsent(i, mine);
        Candidate chosen = earlier == null ? mine : earlier;
        Check.same(i, chosen.value);
      }
    };
    Threads.together(work, work);
    Check.result(50, map.size());
  }
}

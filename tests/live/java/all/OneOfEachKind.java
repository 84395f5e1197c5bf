package all;

/** A data race, an object race, a high-level race and a deadlock, each a program of its own, in one JVM. */
public class OneOfEachKind {
  public static void main(String[] args) throws Exception {
    racing.MissingLock.main(args);
    object.ThirdOwner.main(args);
    views.Table1Example2.main(args);
    deadlock.OppositeOrders.main(args);
  }
}

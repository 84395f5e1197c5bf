package ledger;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Says which accesses are of what more than one thread may use. */
@Aspect
public class CountAspect {
  @Before("(get(int *) || set(int *) || arrayget(int)) && maybeShared() && within(ledger.Ledger)")
  public void accesses(JoinPoint.StaticPart place) {
    synchronized (System.err) {
      System.err.println("advice: " + place + " at " + place.getSourceLocation().getLine());
    }
  }
}

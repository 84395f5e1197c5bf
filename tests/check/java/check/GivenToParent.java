package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// check: --open --api check.GivenToParent --api check.GivenToParent.Child
/** A constructor puts its object into a list and goes on: callers get it when it is done, close() may get it before. */
public class GivenToParent {
  private final List<Child> children = Collections.synchronizedList(new ArrayList<>());

  public Child child() {
    return new Child(this);
  }

  public void close() {
    synchronized (children) {
      for (Child child : children) {
        child.end();
      }
    }
  }

  public static class Child {
    private int name;
    private int ended; // expect: check.GivenToParent$Child.ended

    Child(GivenToParent parent) {
      parent.children.add(this);
      name = 1;
      ended = 1;
    }

    public int name() {
      return name;
    }

    synchronized void end() {
      ended = 2;
    }
  }
}

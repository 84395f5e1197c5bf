package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// check: --open --api check.GivenOut --api check.GivenOut.Child
/** As GivenToParent, but callers can have it from the list too. */
public class GivenOut {
  private final List<Child> children = Collections.synchronizedList(new ArrayList<>());

  public Child child() {
    return new Child(this);
  }

  public Child first() {
    return children.get(0);
  }

  public static class Child {
    private int name; // expect: check.GivenOut$Child.name

    Child(GivenOut parent) {
      parent.children.add(this);
      name = 1;
    }

    public int name() {
      return name;
    }
  }
}

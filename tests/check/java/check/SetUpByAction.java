package check;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Constructors that have an action of an inner class, or a function, set the fields, and are shared when they are done:
 * nothing. Actions that give their object away, or return it, before it is done: found.
 */
@SuppressWarnings("removal")
public class SetUpByAction {
  static final List<Object> ALL = new CopyOnWriteArrayList<>();

  static class ByAction {
    String home;

    ByAction() {
      AccessController.doPrivileged(
          new PrivilegedAction<Object>() {
            @Override
            public Object run() {
              home = System.getProperty("user.home");
              return null;
            }
          });
    }
  }

  static class ByFunction {
    int length;

    ByFunction(List<String> words) {
      words.forEach(word -> length += word.length());
    }
  }

  static class GivenByAction {
    String home;

    GivenByAction() {
      AccessController.doPrivileged(
          new PrivilegedAction<Object>() {
            @Override
            public Object run() {
              ALL.add(GivenByAction.this);
              return null;
            }
          });
      home = "late"; // expect: check.SetUpByAction$GivenByAction.home
    }
  }

  static class ReturnedByAction {
    String home;

    ReturnedByAction() {
      ALL.add(
          AccessController.doPrivileged(
              new PrivilegedAction<Object>() {
                @Override
                public Object run() {
                  return ReturnedByAction.this;
                }
              }));
      home = "late"; // expect: check.SetUpByAction$ReturnedByAction.home
    }
  }

  static class GivenByFunction {
    int length;

    GivenByFunction(List<String> words) {
      words.forEach(word -> ALL.add(this));
      length = words.size(); // expect: check.SetUpByAction$GivenByFunction.length
    }
  }

  static void work() {
    ALL.add(new ByAction());
    ALL.add(new ByFunction(List.of("one", "two")));
    ALL.add(new GivenByAction());
    ALL.add(new ReturnedByAction());
    ALL.add(new GivenByFunction(List.of("one")));
    for (Object object : ALL) {
      if (object instanceof ByAction) {
        System.out.println(((ByAction) object).home);
      } else if (object instanceof ByFunction) {
        System.out.println(((ByFunction) object).length);
      } else if (object instanceof GivenByAction) {
        System.out.println(((GivenByAction) object).home);
      } else if (object instanceof ReturnedByAction) {
        System.out.println(((ReturnedByAction) object).home);
      } else if (object instanceof GivenByFunction) {
        System.out.println(((GivenByFunction) object).length);
      }
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      new Thread(SetUpByAction::work).start();
    }
  }
}

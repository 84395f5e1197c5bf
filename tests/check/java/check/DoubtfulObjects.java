package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where contexts do not tell objects apart, a finding is doubtful unless there is one of what it is about, or it comes from
 * one place: check_test.sh has it checked as part of a large program.
 */
public class DoubtfulObjects {
  static class Part {
    int uses; // expect: check.DoubtfulObjects$Part.uses
  }

  // May be made twice, and all use what is in the field.
  static class Registry {
    Part part = new Part();
    int size; // expect: check.DoubtfulObjects$Registry.size

    void grow() {
      size++;
      part.uses++;
    }
  }

  static class Session {
    int requests; // expect: check.DoubtfulObjects$Session.requests
  }

  static int opened; // expect: check.DoubtfulObjects.opened
  static Registry registry; // expect: check.DoubtfulObjects.registry
  static final List<Session> ALL = Collections.synchronizedList(new ArrayList<>());

  static Registry registry() {
    if (registry == null) {
      registry = new Registry();
    }
    return registry;
  }

  static void serve() {
    Session session = new Session();
    ALL.add(session);
    opened++;
    registry().grow();
    session.requests++;
  }

  static void watch() {
    System.out.println(ALL.get(0).requests);
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      new Thread(DoubtfulObjects::serve).start();
      new Thread(DoubtfulObjects::watch).start();
    }
  }
}

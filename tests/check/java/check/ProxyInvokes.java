package check;

import java.lang.reflect.Proxy;

/** A proxy whose handler calls the same method on something else, by the Method that it is handed. */
public class ProxyInvokes {
  interface Service {
    void call();
  }

  static class Plain implements Service {
    int calls; // expect: check.ProxyInvokes$Plain.calls

    @Override
    public void call() {
      calls++;
    }
  }

  static class Safe implements Service {
    int calls;

    @Override
    public synchronized void call() {
      calls++;
    }
  }

  static Service around(Service inner) {
    return (Service)
        Proxy.newProxyInstance(
            ProxyInvokes.class.getClassLoader(),
            new Class<?>[] {Service.class},
            (proxy, method, arguments) -> method.invoke(inner, arguments));
  }

  public static void main(String[] args) {
    Service plain = around(new Plain());
    Service safe = around(new Safe());
    for (int i = 0; i < 2; i++) {
      new Thread(
              () -> {
                plain.call();
                safe.call();
              })
          .start();
    }
  }
}

package check;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A dynamic proxy whose handler counts. */
public class Proxied {
  interface Service {
    void serve();
  }

  static class Counting implements InvocationHandler {
    private int calls; // expect: check.Proxied$Counting.calls

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
      calls++;
      return null;
    }
  }

  public static void main(String[] args) {
    Service service =
        (Service)
            Proxy.newProxyInstance(Proxied.class.getClassLoader(), new Class<?>[] {Service.class}, new Counting());
    new Thread(service::serve).start();
    service.serve();
  }
}

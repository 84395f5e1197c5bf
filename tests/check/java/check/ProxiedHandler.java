package check;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Handlers that are proxies too: what one array holds may be the handler of any. */
public class ProxiedHandler {
  interface Service {
    void serve();
  }

  static class Counting implements InvocationHandler {
    private int calls; // expect: check.ProxiedHandler$Counting.calls

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) {
      calls++;
      return null;
    }
  }

  static Object proxy(InvocationHandler handler, Class<?> type) {
    return Proxy.newProxyInstance(ProxiedHandler.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  public static void main(String[] args) {
    InvocationHandler[] handlers = new InvocationHandler[3];
    handlers[0] = new Counting();
    for (int i = 1; i < handlers.length; i++) {
      handlers[i] = (InvocationHandler) proxy(handlers[i - 1], InvocationHandler.class);
    }
    Service service = (Service) proxy(handlers[2], Service.class);
    new Thread(service::serve).start();
    service.serve();
  }
}

package drivers;

import java.io.IOException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.server.handler.HandlerList;
import org.eclipse.jetty.server.handler.ResourceHandler;

/** A server that answers greetings, and with files what is none. Its threads are its own; main waits for it to stop. */
public class Jetty {
  static class Greeter extends AbstractHandler {
    @Override
    public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String name = request.getParameter("name");
      if (name != null) {
        response.setContentType("text/plain");
        response.getWriter().println("Hello " + name);
        base.setHandled(true);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Server server = new Server(8080);
    ResourceHandler files = new ResourceHandler();
    files.setResourceBase(".");
    server.setHandler(new HandlerList(new Greeter(), files));
    server.start();
    server.join();
  }
}

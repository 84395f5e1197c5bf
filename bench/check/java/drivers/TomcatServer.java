package drivers;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** A server with one servlet, which keeps something in the session. Its threads are its own; main waits for it to stop. */
public class TomcatServer {
  static class Greeter extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
      String name = request.getParameter("name");
      Object last = request.getSession().getAttribute("last");
      request.getSession().setAttribute("last", name);
      response.setContentType("text/plain");
      response.getWriter().println("Hello " + name + ", after " + last);
    }
  }

  public static void main(String[] args) throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setPort(8080);
    Context context = tomcat.addContext("", ".");
    Tomcat.addServlet(context, "greeter", new Greeter());
    context.addServletMappingDecoded("/", "greeter");
    tomcat.getConnector();
    tomcat.start();
    tomcat.getServer().await();
  }
}

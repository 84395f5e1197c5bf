package field;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.DefaultServlet;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** Jetty, embedded: its selectors and execution strategies, sessions, asynchronous servlets, and the content cache. */
final class Jetty {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("org.eclipse.jetty.util.log.class", "org.eclipse.jetty.util.log.StdErrLog");
    System.setProperty("org.eclipse.jetty.LEVEL", "WARN");
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
    context.addServlet(new ServletHolder(new Count()), "/count");
    context.addServlet(new ServletHolder(new Digest()), "/digest");
    ServletHolder later = new ServletHolder(new Later());
    later.setAsyncSupported(true);
    context.addServlet(later, "/later");
    context.addServlet(new ServletHolder(new Hits()), "/hits");
    ServletHolder files = new ServletHolder(new DefaultServlet());
    files.setInitParameter("resourceBase", Web.files().toString());
    files.setInitParameter("pathInfoOnly", "true");
    context.addServlet(files, "/files/*");
    server.setHandler(context);
    server.start();
    new Web(connector.getLocalPort(), 700).run();
    server.stop();
    server.join();
  }

  private static void answer(HttpServletResponse response, Object text) throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().print(text);
  }

  @SuppressWarnings("serial")
  private static final class Count extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
      HttpSession session = request.getSession();
      AtomicInteger count = (AtomicInteger) session.getAttribute("count");
      if (count == null) session.setAttribute("count", count = new AtomicInteger());
      answer(response, count.incrementAndGet());
    }
  }

  @SuppressWarnings("serial")
  private static final class Digest extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
      answer(response, Web.crc(request.getInputStream().readAllBytes()));
    }
  }

  @SuppressWarnings("serial")
  private static final class Later extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      long n = Long.parseLong(request.getParameter("n"));
      AsyncContext later = request.startAsync();
      later.start(() -> {
        try {
          answer((HttpServletResponse) later.getResponse(), n * n);
        } catch (IOException exception) {
          throw new IllegalStateException(exception);
        } finally {
          later.complete();
        }
      });
    }
  }

  @SuppressWarnings("serial")
  private static final class Hits extends HttpServlet {
    private final ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
      answer(response, hits.merge(request.getParameter("key"), 1, Integer::sum));
    }
  }
}

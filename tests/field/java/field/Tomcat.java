package field;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.servlets.DefaultServlet;

/** Tomcat, embedded: its NIO connector and thread pool, sessions, asynchronous servlets, and the cache of files. */
final class Tomcat {
  private static final Logger quiet = Logger.getLogger("org.apache");

  public static void main(String[] arguments) throws Exception {
    quiet.setLevel(Level.WARNING);
    org.apache.catalina.startup.Tomcat tomcat = new org.apache.catalina.startup.Tomcat();
    tomcat.setBaseDir(Work.folder().toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", Work.folder().toString());
    add(context, "count", new Count());
    add(context, "digest", new Digest());
    add(context, "later", new Later()).setAsyncSupported(true);
    add(context, "hits", new Hits());
    Context files = tomcat.addContext("/files", Web.files().toString());
    org.apache.catalina.startup.Tomcat.addServlet(files, "default", new DefaultServlet());
    files.addServletMappingDecoded("/", "default");
    tomcat.start();
    new Web(tomcat.getConnector().getLocalPort(), 700).run();
    tomcat.stop();
    tomcat.destroy();
  }

  private static Wrapper add(Context context, String name, HttpServlet servlet) {
    Wrapper wrapper = org.apache.catalina.startup.Tomcat.addServlet(context, name, servlet);
    context.addServletMappingDecoded("/" + name, name);
    return wrapper;
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

package kernels;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An HTTP server that counts the words of the texts it is sent, and its clients, in one process. The JDK's server and
 * client are not watched by default, the handlers are: a cache in a concurrent map, totals under a lock, a counter.
 */
public final class Http implements Kernel {
  private static final int WORDS = 300;
  private static final String NUMBER = "X-Number";

  /** What was counted in one text; not changed after it is made. */
  private static final class Counts {
    final Map<String, Integer> words = new TreeMap<>();

    Counts(String text) {
      int begin = 0;
      for (int i = 0; i <= text.length(); i++) {
        if (i < text.length() && text.charAt(i) != ' ') continue;
        if (i > begin) words.merge(text.substring(begin, i), 1, Integer::sum);
        begin = i + 1;
      }
    }

    @Override
    public String toString() {
      StringBuilder lines = new StringBuilder();
      words.forEach((word, count) -> lines.append(word).append(' ').append(count).append('\n'));
      return lines.toString();
    }
  }

  private static final class Application {
    private final ConcurrentHashMap<String, Counts> cache = new ConcurrentHashMap<>();
    private final Map<String, Integer> totals = new HashMap<>(); // guarded by itself
    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();

    void count(HttpExchange exchange) throws IOException {
      try (exchange) {
        boolean isNew = answered.add(exchange.getRequestHeaders().getFirst(NUMBER));
        if (isNew) requests.incrementAndGet();
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Counts counts = cache.computeIfAbsent(text, Counts::new);
        if (isNew) synchronized (totals) {
          counts.words.forEach((word, count) -> totals.merge(word, count, Integer::sum));
        }
        byte[] answer = counts.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      }
    }

    /** All that was counted so far; the words in order. */
    Map<String, Integer> totals() {
      synchronized (totals) {
        return new TreeMap<>(totals);
      }
    }
  }

  private final int threads;
  private final int requests;
  private final List<String> texts = new ArrayList<>();
  private final Application application = new Application();
  private final ExecutorService workers;
  private final HttpServer server;

  /** Size: requests, in hundreds. Threads: of the server, and as many clients. */
  Http(int size, int threads) throws IOException {
    this.threads = threads;
    requests = 100 * size;
    for (int i = 0; i < 50; i++) texts.add(text(i));
    workers = Executors.newFixedThreadPool(threads);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.createContext("/count", application::count);
    server.setExecutor(workers);
    server.start();
  }

  private static String text(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS; i++) text.append("word").append(number * 31 % (i + 7)).append(' ');
    return text.toString();
  }

  @Override
  public void run() throws Exception {
    InetSocketAddress address = server.getAddress();
    URI uri = URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + "/count");
    Team.run(threads, id -> {
      HttpClient client = HttpClient.newHttpClient();
      for (int i = id; i < requests; i += threads) {
        String text = texts.get(i % texts.size());
        HttpRequest request = HttpRequest.newBuilder(uri).header(NUMBER, Integer.toString(i))
            .POST(HttpRequest.BodyPublishers.ofString(text)).build();
        HttpResponse<String> response = send(client, request);
        Kernel.require(response.statusCode() == 200, "status " + response.statusCode());
        Kernel.require(response.body().equals(new Counts(text).toString()), "request " + i);
      }
    });
  }

  /** Now and then the JDK's client takes an answer for one to nobody and closes the connection (JDK-8338569): once more, then. */
  private static HttpResponse<String> send(HttpClient client, HttpRequest request) throws Exception {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException lost) {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  @Override
  public long check() {
    server.stop(0);
    workers.shutdown();
    Kernel.require(application.requests.get() == requests, application.requests + " requests");
    long sum = 0;
    long words = 0;
    for (Map.Entry<String, Integer> total : application.totals().entrySet()) {
      words += total.getValue();
      sum = Kernel.digest(Kernel.digest(sum, total.getKey().hashCode()), total.getValue());
    }
    Kernel.require(words == (long) requests * WORDS, words + " words");
    return sum;
  }

  public static void main(String[] args) throws Exception {
    // Without it the server sends header and body apart, and each answer waits 40 ms for the client's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Kernel.measure(args, Http::new);
  }
}

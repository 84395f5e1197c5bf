package field;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * Clients of the web servers' drivers: eight threads over kept-alive connections, two to a session. The server must
 * answer on /count (a count in the session), /digest (the CRC of what is posted), /later?n= (n squared, answered from
 * another thread), /hits?key= (a count by key), and give out the folder that files() made below /files.
 */
final class Web {
  static final int FILES = 16;
  private static final int CLIENTS = 8;
  private static final int KEYS = 5;

  private record Answer(String text, String cookie) {}

  private final String base;
  private final int rounds;

  Web(int port, int rounds) {
    base = "http://127.0.0.1:" + port;
    this.rounds = Work.scaled(rounds);
  }

  static Path files() throws IOException {
    Path folder = Work.folder();
    for (int i = 0; i < FILES; i++) Files.writeString(folder.resolve(i + ".txt"), text(i));
    return folder;
  }

  private static String text(int file) {
    return ("file " + file + "\n").repeat(100 * (file + 1));
  }

  static String crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }

  void run() throws Exception {
    String[] sessions = new String[CLIENTS / 2];
    for (int i = 0; i < sessions.length; i++) {
      Answer answer = get("/count", null);
      Work.same("1", answer.text, "first count of a session");
      sessions[i] = answer.cookie;
    }
    long requests = new Crew().add(CLIENTS, "client", number -> {
      String session = sessions[number / 2];
      return () -> client(number, session);
    }).work();
    for (String session : sessions) {
      Work.same(2 + 2 * rounds + "", get("/count", session).text, "last count of a session");
    }
    long hits = 0;
    for (int key = 0; key < KEYS; key++) hits += Long.parseLong(get("/hits?key=" + key, null).text);
    Work.same((long) CLIENTS * rounds + KEYS, hits, "hits");
    Work.say("requests", requests);
    Work.say("hits", hits);
  }

  private long client(int number, String session) throws IOException {
    SplittableRandom random = new SplittableRandom(number);
    int last = 0;
    for (int i = 0; i < rounds; i++) {
      int count = Integer.parseInt(get("/count", session).text);
      Work.check(count > last, "a session's count that grows");
      last = count;

      byte[] body = new byte[1 + random.nextInt(20_000)];
      for (int at = 0; at < body.length; at++) body[at] = (byte) random.nextInt();
      Work.same(crc(body), request("/digest", session, body).text, "digest of a body");

      Work.same((long) i * i + "", get("/later?n=" + i, null).text, "a later answer");
      get("/hits?key=" + i % KEYS, null);
      int file = random.nextInt(FILES);
      Work.same(text(file), get("/files/" + file + ".txt", null).text, "text of a file");
    }
    return 5L * rounds;
  }

  private Answer get(String path, String session) throws IOException {
    return request(path, session, null);
  }

  private Answer request(String path, String session, byte[] body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(base + path).openConnection();
    if (session != null) connection.setRequestProperty("Cookie", session);
    if (body != null) {
      connection.setDoOutput(true);
      connection.setRequestMethod("POST");
      connection.setRequestProperty("Content-Type", "application/octet-stream");
      connection.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
    }
    Work.same(200, connection.getResponseCode(), "status of " + path);
    try (InputStream in = connection.getInputStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String cookie = connection.getHeaderField("Set-Cookie");
      return new Answer(text, cookie == null ? null : cookie.replaceFirst(";.*", ""));
    }
  }
}

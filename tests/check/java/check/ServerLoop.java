package check;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** A thread for each connection: what is the handler's own is silent, what all count in is found. */
public class ServerLoop {
  private int served; // expect: check.ServerLoop.served

  class Handler implements Runnable {
    private final Socket socket;
    private int requests;

    Handler(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      requests++;
      served++;
      System.out.println(socket + " " + requests);
    }
  }

  void serve() throws IOException {
    try (ServerSocket server = new ServerSocket(0)) {
      while (true) {
        new Thread(new Handler(server.accept())).start();
      }
    }
  }

  public static void main(String[] args) throws IOException {
    new ServerLoop().serve();
  }
}

package silent;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import support.Check;
import support.Threads;

/** What is given to a channel along with the request comes back in another thread, with all that was done to it. */
public class AsynchronousChannels {
  static final class State {
    int steps;
    final ByteBuffer bytes = ByteBuffer.allocate(4);
  }

  record Then<T>(BiConsumer<T, State> action, CompletableFuture<Integer> end) implements CompletionHandler<T, State> {
    @Override
    public void completed(T result, State state) {
      state.steps++;
      action.accept(result, state);
    }

    @Override
    public void failed(Throwable problem, State state) {
      end.completeExceptionally(problem);
    }
  }

  public static void main(String[] args) throws Exception {
    CompletableFuture<Integer> end = new CompletableFuture<>();
    State accepted = new State();
    accepted.steps = 1;
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(anywhere)) {
      Then<Integer> behindRead = new Then<>((count, state) -> end.complete(state.steps), end);
      server.accept(accepted, new Then<AsynchronousSocketChannel>((channel, state) -> {
        State read = new State();
        read.steps = state.steps;
        channel.read(read.bytes, read, behindRead);
      }, end));
      InetSocketAddress at = (InetSocketAddress) server.getLocalAddress();
      try (Socket client = new Socket(at.getAddress(), at.getPort())) {
        client.getOutputStream().write(1);
        Check.result(3, end.get());
      }
    }
    selected();
  }

  static void selected() throws Exception {
    State state = new State();
    try (Selector selector = Selector.open()) {
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      pipe.sink().write(ByteBuffer.wrap(new byte[1]));
      Threads.together(
          () -> {
            while (state != found(selector)) Thread.onSpinWait();
            state.steps++;
          },
          () -> {
            state.steps++;
            pipe.source().register(selector, SelectionKey.OP_READ, state);
            selector.wakeup();
          });
      pipe.sink().close();
      pipe.source().close();
    }
    Check.result(2, state.steps);
  }

  static Object found(Selector selector) throws Exception {
    selector.select();
    for (SelectionKey each : selector.selectedKeys()) return each.attachment();
    return null;
  }
}

package field;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Netty: a server that answers each line with its reverse, on event loops and, for half of its connections, on a
 * separate executor; clients on event loops of their own, some of them written to from threads that are none.
 */
final class Netty {
  private static final int CONNECTIONS = 48;
  private static final int WRITERS = 4;

  private final int messages = Work.scaled(1500);
  private final AtomicLong served = new AtomicLong();

  public static void main(String[] arguments) throws Exception {
    new Netty().run();
  }

  private void run() throws Exception {
    EventLoopGroup acceptors = new NioEventLoopGroup(1);
    EventLoopGroup servers = new NioEventLoopGroup(3);
    EventLoopGroup clients = new NioEventLoopGroup(3);
    EventExecutorGroup offload = new DefaultEventExecutorGroup(2);
    try {
      AtomicLong connections = new AtomicLong();
      Channel server = new ServerBootstrap().group(acceptors, servers).channel(NioServerSocketChannel.class)
          .childHandler(new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
              frames(channel.pipeline());
              channel.pipeline().addLast(connections.getAndIncrement() % 2 == 0 ? offload : null, new Reverser());
            }
          }).bind("127.0.0.1", 0).sync().channel();
      long sum = pingPong(clients, server);
      sum += new Crew().add(WRITERS, "writer", number -> () -> flood(clients, server, number)).work();
      server.close().sync();
      Work.same((long) (CONNECTIONS + WRITERS) * messages, served.get(), "messages served");
      Work.say("messages", served.get());
      Work.say("characters", sum);
    } finally {
      // No grace: nothing is left to do.
      for (EventExecutorGroup group : List.of(clients, servers, acceptors, offload)) {
        group.shutdownGracefully(0, 5, java.util.concurrent.TimeUnit.SECONDS).sync();
      }
    }
  }

  private static void frames(ChannelPipeline pipeline) {
    pipeline.addLast(new LengthFieldBasedFrameDecoder(1 << 20, 0, 4, 0, 4), new LengthFieldPrepender(4),
        new StringDecoder(), new StringEncoder());
  }

  private static String line(SplittableRandom random) {
    StringBuilder line = new StringBuilder();
    for (int i = 0, n = 1 + random.nextInt(300); i < n; i++) line.append((char) ('a' + random.nextInt(26)));
    return line.toString();
  }

  private static String reverse(String line) {
    return new StringBuilder(line).reverse().toString();
  }

  /** Many connections at once, each with its next line when the last is answered. */
  private long pingPong(EventLoopGroup clients, Channel server) throws Exception {
    List<Promise<Long>> done = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Promise<Long> promise = clients.next().newPromise();
      done.add(promise);
      connect(clients, server, new Pinger(i, promise));
    }
    long sum = 0;
    for (Promise<Long> promise : done) sum += promise.sync().getNow();
    return sum;
  }

  /** One connection, written to from this thread as fast as it goes while its event loop reads the answers. */
  private long flood(EventLoopGroup clients, Channel server, int number) throws Exception {
    Promise<Long> promise = clients.next().newPromise();
    Channel channel = connect(clients, server, new Collector(number, promise));
    SplittableRandom random = new SplittableRandom(1000 + number);
    for (int i = 0; i < messages; i++) {
      channel.write(line(random));
      if (i % 16 == 0) channel.flush();
    }
    channel.flush();
    return promise.sync().getNow();
  }

  private static Channel connect(EventLoopGroup clients, Channel server, SimpleChannelInboundHandler<String> handler)
      throws InterruptedException {
    return new Bootstrap().group(clients).channel(NioSocketChannel.class)
        .handler(new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            frames(channel.pipeline());
            channel.pipeline().addLast(handler);
          }
        }).connect(server.localAddress()).sync().channel();
  }

  private final class Reverser extends SimpleChannelInboundHandler<String> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, String line) {
      served.incrementAndGet();
      context.writeAndFlush(reverse(line));
    }
  }

  /** Compares what comes back with what it sent; its state is its event loop's. */
  private class Collector extends SimpleChannelInboundHandler<String> {
    private final SplittableRandom expected;
    private final Promise<Long> done;
    private int answers;
    private long characters;

    Collector(int number, Promise<Long> done) {
      expected = new SplittableRandom(1000 + number);
      this.done = done;
    }

    String nextExpected() {
      return line(expected);
    }

    void answered(ChannelHandlerContext context) {}

    @Override
    protected void channelRead0(ChannelHandlerContext context, String line) {
      Work.same(reverse(nextExpected()), line, "an answer");
      characters += line.length();
      if (++answers < messages) {
        answered(context);
      } else {
        context.close();
        done.setSuccess(characters);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
      done.tryFailure(cause);
    }
  }

  private final class Pinger extends Collector {
    private final SplittableRandom random;
    private String sent;

    Pinger(int number, Promise<Long> done) {
      super(number, done);
      random = new SplittableRandom(number);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      answered(context);
    }

    @Override
    String nextExpected() {
      return sent;
    }

    @Override
    void answered(ChannelHandlerContext context) {
      sent = line(random);
      context.writeAndFlush(sent);
    }
  }
}

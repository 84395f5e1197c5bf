package check;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a factory of the library makes where a field was found null, under a lock, is there for all who looked under it. */
public class MadeByLibrary {
  private static InetAddress address;
  private static InetAddress unlooked; // expect: check.MadeByLibrary.unlooked
  private static InetAddress replaced; // expect: check.MadeByLibrary.replaced
  private static Integer size; // expect: check.MadeByLibrary.size

  static InetAddress address(String host) throws UnknownHostException {
    synchronized (MadeByLibrary.class) {
      if (address == null) {
        address = InetAddress.getByName(host);
      }
    }
    return address;
  }

  static InetAddress unlooked(String host) throws UnknownHostException {
    if (host.isEmpty()) {
      return unlooked;
    }
    synchronized (MadeByLibrary.class) {
      if (unlooked == null) {
        unlooked = InetAddress.getByName(host);
      }
    }
    return unlooked;
  }

  static InetAddress replaced(String host) throws UnknownHostException {
    synchronized (MadeByLibrary.class) {
      if (replaced == null || host.isEmpty()) {
        replaced = InetAddress.getByName(host);
      }
    }
    return replaced;
  }

  // May be null, and is then looked for again.
  static Integer size() {
    synchronized (MadeByLibrary.class) {
      if (size == null) {
        size = Integer.getInteger("size");
      }
    }
    return size;
  }

  static void work(String host) {
    try {
      System.out.println(address(host) + " " + unlooked(host) + " " + replaced(host) + " " + size());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) {
    for (String host : args) {
      new Thread(() -> work(host)).start();
    }
  }
}

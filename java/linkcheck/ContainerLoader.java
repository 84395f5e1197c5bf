package raddle.linkcheck;

import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Defines a container's classes, child first, above the platform loader.
 *
 * <p>Child first because jars of real class paths carry their own copies of packages that a JDK module also has
 * (javax.annotation, org.w3c.dom, ...): asking the parent first would link the JDK's class and leave the jar's
 * unchecked. Everything lands in this loader's unnamed module, so classes of one package see each other's
 * package-private members whatever jar they came from.
 */
final class ContainerLoader extends ClassLoader {
  /** Class files of this version get a second chance from HotSpot; see {@link LinkCheck}. */
  static final int FAILOVER_MAJOR = 50;

  private final Container container;
  private final int rank;
  private final Set<String> raised;

  /** @param raised the names whose major version 50 is to be replaced by 51 */
  ContainerLoader(Container container, int rank, Set<String> raised) {
    super(ClassLoader.getPlatformClassLoader());
    this.container = container;
    this.rank = rank;
    this.raised = raised;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) return loaded;
      Container.Entry entry = LinkCheck.isForbidden(name) ? null : container.find(name, rank);
      if (entry == null) return super.loadClass(name, resolve);
      ByteBuffer bytes = container.bytes(entry);
      if (raised.contains(name) && container.major(entry) == FAILOVER_MAJOR) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.capacity()).put(bytes).flip();
        copy.putShort(6, (short) (FAILOVER_MAJOR + 1));
        bytes = copy;
      }
      return defineClass(name, bytes, null);
    }
  }
}

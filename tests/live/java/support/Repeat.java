package support;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Repeat COUNT CLASS...: runs the main methods one after the other, and all of that COUNT times, each in a class loader
 * of its own, so that static fields and class initialisation start afresh. Many runs for the price of one JVM.
 */
public final class Repeat {
  private Repeat() {}

  public static void main(String[] args) throws Exception {
    String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
    URL[] urls = new URL[path.length];
    for (int i = 0; i < path.length; i++) urls[i] = new File(path[i]).toURI().toURL();
    int count = Integer.parseInt(args[0]);
    for (int run = 0; run < count; run++) {
      for (int i = 1; i < args.length; i++) runMain(urls, args[i]);
    }
  }

  /** The loader stays open: threads of the program may still need classes. */
  @SuppressWarnings("resource")
  private static void runMain(URL[] urls, String name) throws Exception {
    ClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    try {
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } catch (InvocationTargetException problem) {
      System.err.println(name + " failed:");
      problem.getCause().printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}

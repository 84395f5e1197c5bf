package check;

/** Called from outside: a protected method that overrides one of the library's is called by it. */
// check: --open --api check.FrameworkCallback
public class FrameworkCallback extends ClassLoader {
  private int loads; // expect: check.FrameworkCallback.loads

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    loads++;
    throw new ClassNotFoundException(name);
  }
}

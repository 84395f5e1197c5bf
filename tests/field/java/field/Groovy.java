package field;

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyClassLoader;
import groovy.lang.GroovyShell;
import groovy.lang.Script;
import java.util.List;
import org.codehaus.groovy.runtime.InvokerHelper;

/**
 * Groovy: six threads that compile scripts, each with a shell of its own and all of them with one class loader, and run
 * them: closures, operators on mixed numbers, classes with properties, categories, meta classes of a thread's own
 * objects, and one compiled closure that all call at once, through call sites that all threads share.
 */
final class Groovy {
  private static final int THREADS = 6;

  private static final List<String> SCRIPTS = List.of(
      "def sum = 0; (1..n).each { sum += it * it }; sum",
      "def fib; fib = { it < 2 ? it : fib(it - 1) + fib(it - 2) }; fib(n % 12)",
      "(1..n).collect { [key: it % 7, value: it] }.groupBy { it.key }.collect { k, v -> k * v.size() }.sum()",
      "class P { int x; long y; def plus(P o) { new P(x: x + o.x, y: y + o.y) } }\n"
          + "def p = (1..n).collect { new P(x: it, y: it * 2) }.inject { a, b -> a + b }; p.x + p.y",
      "def b = new StringBuilder(); n.times { b << \"<${it}:${it % 3 ? 'a' : 'bb'}>\" }; b.toString().size()",
      "def m = [:].withDefault { 0 }; (0..<n).each { m[\"k${it % 5}\"] += it }; m.values().sum() as long",
      "class Tools { static int twice(Integer self) { self * 2 } }\n use(Tools) { (1..n).sum { it.twice() } }",
      "def s = 'x'; s.metaClass.shout = { -> delegate.toUpperCase() + '!' }; (s.shout() * n).size()",
      "@groovy.transform.CompileStatic long f(long n) {\n"
          + "  long r = 1; for (long i = 1; i <= n; i++) { r = (r * 31 + i) % 9973 }; r }\n f(n)",
      "def x = 7G; n.times { x = (x * 3 + it) % 101 }; (x * 1.5G + 2.25d) as long");

  private final int rounds = Work.scaled(8);
  private final int calls = Work.scaled(30_000);

  public static void main(String[] arguments) throws Exception {
    new Groovy().run();
  }

  private void run() throws Exception {
    long alone = compileOwn(0);
    long all = new Crew().add(THREADS, "shell", number -> () -> compileOwn(number)).work();
    Work.same(alone * THREADS, all, "own scripts");
    Work.say("own scripts", alone);
    try (GroovyClassLoader loader = new GroovyClassLoader()) {
      long sum = new Crew().add(THREADS, "loader", number -> () -> compileShared(loader, number)).work();
      Work.same(alone * THREADS, sum, "scripts of one loader");
    }
    Closure<?> closure = (Closure<?>) new GroovyShell().evaluate(
        "{ int n -> def r = [n, n + 1L, n * 2G]; r.sum() + (n % 2 ? \"$n\".size() : [a: n].a) }");
    long expected = call(closure);
    Work.same(expected * THREADS, new Crew().add(THREADS, "caller", number -> () -> call(closure)).work(), "calls");
    Work.say("calls", expected);
  }

  private long compileOwn(int number) {
    long sum = 0;
    for (int round = 0; round < rounds; round++) {
      GroovyShell shell = new GroovyShell(binding(round));
      for (int i = 0; i < SCRIPTS.size(); i++) {
        Script script = shell.parse(SCRIPTS.get(i), "Own" + number + "_" + round + "_" + i + ".groovy");
        sum += weigh(i, script.run());
      }
    }
    return sum;
  }

  private long compileShared(GroovyClassLoader loader, int number) {
    long sum = 0;
    for (int round = 0; round < rounds; round++) {
      for (int step = 0; step < SCRIPTS.size(); step++) {
        // Each thread in an order of its own, and all with the same names: classes are replaced in the loader's cache.
        int i = (step + number) % SCRIPTS.size();
        Class<?> type = loader.parseClass(SCRIPTS.get(i), "Shared" + i + ".groovy");
        sum += weigh(i, InvokerHelper.createScript(type, binding(round)).run());
      }
    }
    return sum;
  }

  private static Binding binding(int round) {
    Binding binding = new Binding();
    binding.setVariable("n", 20 + round % 10);
    return binding;
  }

  private static long weigh(int script, Object value) {
    return (script + 1) * ((Number) value).longValue();
  }

  private long call(Closure<?> closure) {
    long sum = 0;
    for (int i = 0; i < calls; i++) sum += ((Number) closure.call(i % 1000)).longValue();
    return sum;
  }
}

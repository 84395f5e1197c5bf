package raddle.linkcheck;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code LinkCheck [--progress] ORIGINALS EDITED}: does every edited class load and link as its original does?
 *
 * <p>Loads and links (so: verifies) each class of two containers without initialising any, the originals first, and
 * compares what came of it. A class that fails in both in the same way is a "same failure": its jar lacks a dependency,
 * or it was broken before we touched it. Prints one line a class that
 * differs and, last, {@code linked N same-failure M differ K skipped S}. Exit status: 0 if nothing differs, 1 if
 * something does, 2 for bad arguments or a bad container, 3 if the JVM ran out of something.
 *
 * <p>Skipped are names that no loader but the boot loader may define (java.*), and module-info, which is not a class.
 *
 * <p>HotSpot verifies a class file of major version 50 a second time, by type inference and without looking at its
 * StackMapTable, if the check by stack maps fails; a wrong stack map would so go unnoticed. Such classes are therefore
 * linked as version 51, which has no second chance, wherever the original passes as 51.
 *
 * <p>Runs in one thread. To be run with -Xverify:all, and with a large stack, since superclasses are loaded by
 * recursion. Classes cost metaspace, hardly heap: 72,000 real ones take 20 seconds and 1.2 GiB.
 */
public final class LinkCheck {
  private static final String LINKED = "linked";

  private final boolean progress;
  private final PrintStream out;

  private LinkCheck(boolean progress, PrintStream out) {
    this.progress = progress;
    this.out = out;
  }

  public static void main(String[] arguments) {
    List<String> paths = new ArrayList<>(List.of(arguments));
    boolean progress = paths.remove("--progress");
    if (paths.size() != 2) {
      System.err.println("usage: LinkCheck [--progress] ORIGINALS EDITED");
      System.exit(2);
    }
    PrintStream out = new PrintStream(
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
    int status;
    try {
      status = new LinkCheck(progress, out).run(new Container(Path.of(paths.get(0))),
          new Container(Path.of(paths.get(1))));
    } catch (IOException e) {
      System.err.println("linkcheck: " + e.getMessage());
      status = 2;
    } catch (VirtualMachineError e) {
      System.err.println("linkcheck: " + e);
      status = 3;
    }
    out.flush();
    // Halts rather than exits: tearing down 60,000 classes is of use to nobody.
    Runtime.getRuntime().halt(status);
  }

  static boolean isForbidden(String name) {
    return name.startsWith("java.");
  }

  private static boolean isSkipped(Container.Entry entry) {
    return isForbidden(entry.name()) || entry.name().equals("module-info");
  }

  private static String key(Container.Entry entry) {
    return entry.rank() == 0 ? entry.name() : entry.name() + " (copy " + (entry.rank() + 1) + ")";
  }

  private int run(Container originals, Container edited) {
    Set<String> raised = passAs51(originals);
    Map<String, String> before = linkAll(originals, raised, "originals");
    // The loaders of the first half are garbage by now; without a hint their classes stay until the heap, which this
    // program hardly uses, fills up.
    System.gc();
    Map<String, String> after = linkAll(edited, raised, "edited");

    int linked = 0;
    int same = 0;
    int differ = 0;
    for (Container.Entry entry : originals.entries()) {
      if (isSkipped(entry)) continue;
      String key = key(entry);
      String was = before.get(key);
      String is = after.remove(key);
      if (is == null) is = "not among the edited classes";
      if (!comparable(was).equals(comparable(is))) {
        differ++;
        out.println(key + ": " + oneLine(is) + (was.equals(LINKED) ? "" : " [original: " + oneLine(was) + "]"));
      } else if (was.equals(LINKED)) {
        linked++;
      } else {
        same++;
      }
    }
    for (String key : new TreeSet<>(after.keySet())) {
      differ++;
      out.println(key + ": not among the originals");
    }
    long skipped = originals.entries().stream().filter(LinkCheck::isSkipped).count();
    out.println("linked " + linked + " same-failure " + same + " differ " + differ + " skipped " + skipped);
    return differ == 0 ? 0 : 1;
  }

  /** The classes of major version 50 whose original links as version 51 too. */
  private Set<String> passAs51(Container originals) {
    List<Container.Entry> candidates = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Container.Entry entry : originals.entries()) {
      if (!isSkipped(entry) && originals.major(entry) == ContainerLoader.FAILOVER_MAJOR) {
        candidates.add(entry);
        names.add(entry.name());
      }
    }
    Map<String, String> outcomes = link(originals, candidates, names, "version 50");
    for (Container.Entry entry : candidates) {
      if (!outcomes.get(key(entry)).equals(LINKED)) names.remove(entry.name());
    }
    return names;
  }

  private Map<String, String> linkAll(Container container, Set<String> raised, String what) {
    return link(container, container.entries().stream().filter(entry -> !isSkipped(entry)).toList(), raised, what);
  }

  private Map<String, String> link(
      Container container, List<Container.Entry> entries, Set<String> raised, String what) {
    // One loader a rank: a second copy of a class meets, where there are any, the second copies of its neighbours.
    List<ContainerLoader> loaders = new ArrayList<>();
    Map<String, String> outcomes = new HashMap<>(entries.size() * 2);
    for (Container.Entry entry : entries) {
      while (loaders.size() <= entry.rank()) {
        loaders.add(new ContainerLoader(container, loaders.size(), raised));
      }
      outcomes.put(key(entry), link(loaders.get(entry.rank()), entry.name()));
      if (progress && outcomes.size() % 1000 == 0) {
        System.err.println("linkcheck: " + what + " " + outcomes.size() + " of " + entries.size());
      }
    }
    return outcomes;
  }

  /**
   * {@link #LINKED}, or why not.
   *
   * <p>No interface of the platform promises to link and only that. HotSpot links a class before it lists members by
   * reflection, and initialises none; but it then resolves the types in the members' descriptors, which fails where
   * the class path is incomplete, though the class was linked. So a missing type in one kind of member is not the last
   * word: any listing that succeeds shows that the class was linked.
   */
  private static String link(ContainerLoader loader, String name) {
    Class<?> type;
    try {
      type = Class.forName(name, false, loader);
    } catch (StackOverflowError | LinkageError | Exception e) {
      return e.toString();
    }
    // Not the constructors of an interface: there are none, and knowing that, the platform links nothing.
    List<Runnable> listings = type.isInterface()
        ? List.of(type::getDeclaredFields, type::getDeclaredMethods)
        : List.of(type::getDeclaredConstructors, type::getDeclaredFields, type::getDeclaredMethods);
    String first = null;
    for (Runnable listing : listings) {
      try {
        listing.run();
        return LINKED;
      } catch (StackOverflowError | LinkageError | TypeNotPresentException e) {
        if (first == null) first = e.toString();
        if (!(e instanceof NoClassDefFoundError)) break;
      }
    }
    return first;
  }

  /**
   * What must be the same of two outcomes.
   *
   * <p>Of a verifier's message: all but offsets in the code, constants and slots, which an edit may move, and the
   * frames and bytecode shown, which it surely changes. Of any other failure only its kind: HotSpot sorts methods by
   * where their names lie in memory, so which missing class it meets first is chance.
   */
  private static String comparable(String outcome) {
    if (outcome.startsWith("java.lang.VerifyError") || outcome.startsWith("java.lang.ClassFormatError")) {
      return summary(outcome).replaceAll("(?<![\\w$.])@?\\d+(?![\\w$])", "#");
    }
    return outcome.split(":", 2)[0];
  }

  private static String summary(String outcome) {
    for (String details : List.of("Current Frame:", "Stackmap Frame:", "Bytecode:")) {
      int at = outcome.indexOf(details);
      if (at >= 0) outcome = outcome.substring(0, at);
    }
    return outcome;
  }

  private static String oneLine(String outcome) {
    return summary(outcome).strip().replaceAll("\\s+", " ");
  }
}

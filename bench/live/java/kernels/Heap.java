package kernels;

/**
 * A forest of search trees that stays as it is, and a little work on it: the heap grows with the size, the work does
 * not. Each thread looks keys up in trees that all share and counts the visits of nodes in trees of its own.
 */
public final class Heap implements Kernel {
  private static final int VISITS = 1 << 21;
  private static final int KEYS = 1 << 12;  // of one tree

  private static final class Node {
    final int key;
    Node less, more;
    int visits;

    Node(int key) {
      this.key = key;
    }

    static Node tree(int from, int to) {
      if (from == to) return null;
      int middle = (from + to) >>> 1;
      Node node = new Node(middle);
      node.less = tree(from, middle);
      node.more = tree(middle + 1, to);
      return node;
    }

    Node find(int wanted) {
      Node node = this;
      while (node.key != wanted) node = wanted < node.key ? node.less : node.more;
      return node;
    }

    long sum() {
      return visits + (less == null ? 0 : less.sum()) + (more == null ? 0 : more.sum());
    }
  }

  private final int threads;
  private final Node[] shared;
  private final Node[][] own;
  private final long[] found;

  /** Size: thousands of nodes, half of them shared. */
  Heap(int size, int threads) {
    this.threads = threads;
    int trees = Math.max(1, size * 500 / KEYS);
    shared = new Node[trees];
    for (int i = 0; i < trees; i++) shared[i] = Node.tree(0, KEYS);
    own = new Node[threads][Math.max(1, trees / threads)];
    for (Node[] each : own) {
      for (int i = 0; i < each.length; i++) each[i] = Node.tree(0, KEYS);
    }
    found = new long[threads];
  }

  @Override
  public void run() throws Exception {
    Team.run(threads, this::visit);
  }

  private void visit(int id) {
    long random = id + 1;
    long sum = 0;
    Node[] mine = own[id];
    for (int i = Team.part(VISITS, id, threads); i < Team.part(VISITS, id + 1, threads); i++) {
      random = random * 6364136223846793005L + 1442695040888963407L;
      int key = (int) (random >>> 52);
      int tree = (int) (random >>> 33 & 0x7ffff);
      sum += shared[tree % shared.length].find(key).key;
      mine[tree % mine.length].find(key).visits++;
    }
    found[id] = sum;
  }

  @Override
  public long check() {
    long visits = 0;
    for (Node[] each : own) {
      for (Node tree : each) visits += tree.sum();
    }
    Kernel.require(visits == VISITS, visits + " visits");
    long sum = 0;
    for (long each : found) sum = Kernel.digest(sum, each);
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Heap::new);
  }
}

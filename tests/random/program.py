"""A random concurrent program: Java to run, and the events that it makes, in their order, for the model.

Its threads take turns, so that there is one schedule (java/turns/Turns.java). What each does in a turn is made here, in
the order of the turns: so it is known what a field refers to, whether a latch is down, which thread has ended. Statements
are made by actions.py; a statement is its lines of Java and its events.
"""

from actions import Actions
from model import Model
from words import TYPES


class Program(Actions):
    def __init__(self, number, rng):
        self.number, self.rng = number, rng
        self.package = f"p{number}"
        self.members, self.next_name = [], 0  # of the class Main
        self.methods = {}  # of other classes
        self.threads = rng.randint(2, 4)  # the first is the one that starts the program
        self.model = Model(self.threads)
        # How often a turn begins by seeing what the turns before have published, and ends by publishing: from programs
        # without order to programs with nothing but order.
        self.ordered = rng.choice([0, 0.3, 0.7, 0.9, 1])
        self.make_state()
        self.make_turns()

    # ---- what the threads share

    def make_state(self):
        rng = self.rng
        self.classes, self.extends = {}, {}
        for name in ["B0", "B1"][: rng.randint(1, 2)]:
            letter = "fh"[len(self.classes)]
            self.classes[name] = {f"{letter}{i}": rng.choice(TYPES) for i in range(rng.randint(1, 4))}
            self.methods[name] = []
        if "B1" in self.classes and rng.random() < 0.6:
            self.extends["B1"] = "B0"
        self.volatile = rng.choice(["int", "long", "double", "Object"]), "vol"  # one in each object
        self.objects = {f"o{i}": rng.choice(list(self.classes)) for i in range(rng.randint(1, 3))}
        self.boxes_of = rng.choice(list(self.classes)), rng.randint(2, 9)
        used = {*self.objects.values(), self.boxes_of[0]}
        self.initialised = sorted(used | {self.extends[of] for of in used if of in self.extends})  # before the threads start
        self.statics = {f"g{i}": rng.choice(TYPES) for i in range(rng.randint(0, 3))}  # in each of them, and in Main
        self.arrays = {}
        for i in range(rng.randint(1, 3)):
            kind = rng.choice(TYPES) if i == 0 or rng.random() < 0.5 else self.arrays["a0"][0]
            self.arrays[f"a{i}"] = kind, rng.choice([3, 40, 64, 65, 100, 300])
        self.matrix = rng.choice(["int", "double"]), rng.randint(2, 5), rng.choice([4, 70])
        self.slots = {f"slot{i}": None for i in range(rng.randint(0, 2))}  # what is published there
        self.array_slots = {f"rows_slot{i}": None for i in range(rng.randint(0, 2))}
        self.slot_kind = rng.choice(TYPES)
        self.locks = [f"lock{i}" for i in range(rng.randint(1, 2))]
        self.latch_down, self.permits, self.queued, self.completed = False, 0, 0, False
        self.lists = {"list": ("java.util.ArrayList", 0), "map": ("java.util.HashMap", 0)}
        self.lazy_is_made = False
        self.kinds = {thread: rng.choice(["platform", "platform", "virtual", "executor"]) for thread in range(1, self.threads)}
        self.started, self.ended = {0}, set()
        self.hands_over = False  # a reference under a lock

    def state_text(self):
        lines = []
        for name, kind in self.objects.items():
            lines.append(f"static final {kind} {name} = new {kind}();")
        for name, kind in self.statics.items():
            lines.append(f"static {kind} {name};")
        for name, (kind, length) in self.arrays.items():
            lines.append(f"static final {kind}[] {name} = new {kind}[{length}];")
        kind, rows, columns = self.matrix
        lines.append(f"static final {kind}[][] matrix = new {kind}[{rows}][{columns}];")
        of, length = self.boxes_of
        lines.append(f"static final {of}[] boxes = new {of}[{length}];")
        lines.append(f"static {{ for (int i = 0; i < {length}; i++) boxes[i] = new {of}(); }}")
        for name in self.array_slots:
            lines.append(f"static {self.slot_kind}[] {name};")
        for name in self.slots:
            lines.append(f"static Fresh {name};")
        for name in self.locks:
            lines.append(f"static final Object {name} = new Object();")
        lines += [
            "static volatile int order;",
            "static volatile int flag;",
            "static final ReentrantLock mutex = new ReentrantLock();",
            "static final Condition condition = mutex.newCondition();",
            "static final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();",
            "static final AtomicInteger atomic = new AtomicInteger();",
            "static final CountDownLatch latch = new CountDownLatch(1);",
            "static final Semaphore semaphore = new Semaphore(0);",
            "static final LinkedBlockingQueue<Object> queue = new LinkedBlockingQueue<>();",
            "static final CompletableFuture<Object> future = new CompletableFuture<>();",
            "static final ArrayList<Object> list = new ArrayList<>();",
            "static final HashMap<Object, Object> map = new HashMap<>();",
            "static final Turns turns = new Turns();",
        ]
        for thread in range(1, self.threads):
            if self.kinds[thread] == "executor":
                lines.append(f"static final FutureTask<Void> t{thread} = new FutureTask<>(Main::body{thread}, null);")
                lines.append(f"static final ExecutorService e{thread} = Executors.newSingleThreadExecutor(Turns::daemon);")
            else:
                virtual = "true" if self.kinds[thread] == "virtual" else "false"
                lines.append(f"static final Thread t{thread} = Turns.thread(Main::body{thread}, {virtual});")
        return lines

    # ---- turns

    def make_turns(self):
        rng = self.rng
        count = rng.randint(4, 9)
        whose = [rng.randrange(self.threads) for _ in range(count)]
        self.bodies = {thread: [] for thread in range(self.threads)}
        early = {thread for thread in range(1, self.threads) if rng.random() < 0.7 or thread not in whose}
        first = [self.start(thread) for thread in sorted(early)]
        self.tell(0, first)
        self.first = [line for lines, _ in first for line in lines]
        for turn, thread in enumerate(whose):
            statements = []
            for late in set(whose[turn + 1 :]) - self.started:
                if thread in self.started and (rng.random() < 0.5 or late in whose[turn + 1 : turn + 2]):
                    statements.append(self.start(late))
            if thread not in self.started:  # nobody could start it in time
                whose[turn] = thread = 0
            self.make_turn(turn, thread, statements)
            if thread != 0 and thread not in whose[turn + 1 :]:
                self.ended.add(thread)
                self.model.publish(thread, ("end", thread))

    def make_turn(self, turn, thread, statements):
        rng = self.rng
        if rng.random() < self.ordered:
            statements.insert(0, (["sum += order;"], [("receive", "order")]))
        statements += [self.statement(thread, 0) for _ in range(rng.randint(1, 4))]
        if rng.random() < self.ordered:
            statements.append((["order = 1;"], [("publish", "order")]))
        rng.random() < 0.5 and self.share_locals(statements)
        self.tell(thread, statements)
        name = f"turn{turn}"
        self.members += self.method(f"static void {name}() throws Exception", statements)
        self.bodies[thread] += [f"turns.await({turn});", f"{name}();", "turns.pass();"]

    def share_locals(self, statements):
        """Objects come by locals of the method, so that one statement can cover what another does."""
        names = [name for name in [*self.objects, *self.arrays] if self.rng.random() < 0.7]
        for i, (lines, events) in enumerate(statements):
            for name in names:
                lines = [line.replace(f"Main.{name}", f"its_{name}") for line in lines]
            statements[i] = lines, events
        declared = [f"var its_{name} = Main.{name};" for name in names]
        statements.insert(0, (declared, []))

    def tell(self, thread, statements):
        for _, events in statements:
            for what, about in events:
                if what in ("read", "write"):
                    self.model.access(thread, about, what == "write")
                elif what == "loop":
                    self.model.loop(thread, about)
                elif what == "publish":
                    self.model.publish(thread, about)
                elif what == "receive":
                    self.model.receive(thread, about)
                elif what == "begin":
                    self.model.receive(about, ("fork", about))

    # ---- text

    def method(self, head, statements):
        lines = [line for lines, _ in statements for line in lines]
        return [f"{head} {{", "long sum = 0;", *lines, "Turns.use(sum);", "}"]

    def sources(self):
        """File name to text."""
        main = ["public class Main {", *self.state_text(), *self.members]
        for thread in range(1, self.threads):
            main += [f"static void body{thread}() {{", "try {", *self.bodies[thread]]
            main += ["} catch (Exception problem) {", "throw new IllegalStateException(problem);", "}", "}"]
        main += ["public static void run() throws Exception {", *self.first, *self.bodies[0]]
        main += [self.joined(thread) for thread in sorted(self.started - {0})] + ["}"]
        main += ["public static void main(String[] arguments) throws Exception {", "run();", "}", "}"]
        texts = {"Main": main}
        for name, fields in self.classes.items():
            above = f" extends {self.extends[name]}" if name in self.extends else ""
            texts[name] = [f"class {name}{above} {{", *[f"{kind} {field};" for field, kind in fields.items()]]
            if not above:
                texts[name].append("volatile {} {};".format(*self.volatile))
            texts[name] += [f"static {kind} {field};" for field, kind in self.statics.items()]
            texts[name] += [*self.methods[name], "}"]
        texts["Fresh"] = FRESH
        texts["Lazy"] = ["class Lazy {", "static int early = Turns.same(1);", "static int late;", "}"]
        head = [f"package {self.package};", "import java.util.*;", "import java.util.concurrent.*;"]
        head += [f"import static {self.package}.Main.*;", "import java.util.concurrent.atomic.*;", "import java.util.concurrent.locks.*;", "import turns.Turns;"]
        return {f"{self.package}/{name}.java": "\n".join(head + lines) + "\n" for name, lines in texts.items()}

    def races(self):
        """What compare.py needs to know: names of variables."""
        known = {how: sorted({variable[0] for variable in racing}) for how, racing in self.model.races().items()}
        return known | {"hands over": self.hands_over}


# Objects that are made while threads run, and published by some.
FRESH = """final class Fresh {
  int first;
  long second;
  Object third;
  Fresh() {}
  Fresh(int value) {
    first = value;
    second = first + 1;
  }
  Fresh(Object value) {
    third = value;
    first++;
  }
}""".splitlines()

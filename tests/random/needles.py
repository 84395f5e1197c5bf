"""Programs of needles: each a class whose one variable is used by one thread, some times, with this and that in between, and
then once by another, which has seen what one of the things in between has published. So at most one use or two race, and a
check too few loses the race: no other of the variable hides that. Same interface as Program."""

from model import Model
from words import HOW, QUALIFIED, TYPES

PUBLISHED = {  # by one thread, and how the other sees it; `#` is the needle
    "volatile": ("this.vol = 1;", "sum += Main.n#.vol;"),
    "static volatile": ("statVol = 1;", "sum += N#.statVol;"),
    "other's volatile": ("Main.far#.vol = 1;", "sum += Main.far#.vol;"),
    "monitor": ("synchronized (Main.lock#) { sum++; }", "synchronized (Main.lock#) { sum++; }"),
    "call": ("publishIt();", "synchronized (Main.n#) { sum++; }"),
    "static call": ("Main.give#();", "sum += Main.atomic#.get();"),
    "atomic": ("Main.atomic#.set(1);", "sum += Main.atomic#.get();"),
    "latch": ("Main.latch#.countDown();", "Main.latch#.await();"),
    "wait": ("synchronized (Main.lock#) { Main.lock#.wait(0, 1); }", "synchronized (Main.lock#) { sum++; }"),
}
CHANNELS = {"wait": "monitor", "static call": "atomic"}  # else the name itself


class Needle:
    def __init__(self, package, number, kind, rng):
        self.package, self.number, self.rng = package, number, rng
        self.kind = kind  # of the elements, each needle's another: findings name arrays by it
        self.length = rng.choice([6, 40, 100])
        self.how = rng.choice(["this", "this", "it", "constant", "index", "index", "loop", "loop", "static"])
        self.events, self.published, self.latched = [], [], False
        self.j = self.rng.randrange(3)
        self.first_j, self.it, self.is_over = self.j, rng.choice(["n", "far"]), False
        self.first_it = self.it

    def tell(self, events):
        if self.is_over:
            return
        self.events += events
        self.published += [channel for what, channel in events if what == "publish"]

    def variable(self, place):
        if self.how in ("this", "it", "static"):
            return f"{self.package}.N{self.number}.{'stat' if self.how == 'static' else 'f'}", self.number, place
        return QUALIFIED.get(self.kind, self.kind) + "[]", self.number, place

    # ---- the first thread

    def use(self):
        text, kinds = HOW[self.rng.choice(["read", "read", "write", "change"])]
        if self.how == "loop":
            return self.loop(text, kinds)
        place, kind, where = {
            "this": ("this.f", "int", "n"),
            "it": ("it.f", "int", self.it),
            "static": ("stat", "int", 0),
            "constant": ("row[2]", self.kind, 2),
            "index": ("row[j]", self.kind, self.j),
        }[self.how]
        self.tell([(each, self.variable(where)) for each in kinds])
        return [text(kind, place)]

    def loop(self, text, kinds):
        rng = self.rng
        low, high = sorted(rng.sample(range(self.length + 1), 2))
        step = rng.choice([1, 1, 2, 3, -1])
        rounds = range(low, high, step) if step > 0 else range(high - 1, low - 1, step)
        broken = rng.choice(rounds) if rng.random() < 0.4 else None
        at, line = self.between() if rng.random() < 0.3 else (None, None)
        when = rng.choice(rounds)
        first_ends, first_between = rng.random() < 0.5, rng.random() < 0.5
        body = [text(self.kind, "row[i]")]
        if line:
            body.insert(0 if first_between else 1, f"if (i == {when}) {{ {line} }}")
        if broken is not None:
            body.insert(0 if first_ends else len(body), f"if (i == {broken}) break;")
        for i in rounds:
            for each in body:
                if each.endswith("break;"):
                    if i == broken:
                        break
                elif line and each.endswith(f"{line} }}"):
                    if i == when:
                        self.tell(at)
                else:
                    self.tell([("loop", [(one, self.variable(i)) for one in kinds])])
            else:
                continue
            break
        first, test = (low, f"i < {high}") if step > 0 else (high - 1, f"i >= {low}")
        return ["{", f"for (int i = {first}; {test}; i += {step}) {{", *body, "}", "}"]

    def between(self):
        """Events and a line."""
        name = self.rng.choice(list(PUBLISHED))
        if name == "latch" and self.latched:
            name = "volatile"
        self.latched |= name == "latch"
        channel = CHANNELS.get(name, name), self.number
        events = [("publish", channel)]
        if name in ("monitor", "call", "wait"):
            events.insert(0, ("receive", channel))
        return events, PUBLISHED[name][0].replace("#", str(self.number))

    def step(self):
        rng = self.rng
        way = rng.choice(["use"] * 8 + ["between"] * 4 + ["another"] * 2 + ["skipped", "taken", "thrown", "caught", "over"])
        if way == "between":
            events, line = self.between()
            self.tell(events)
            return [line]
        if way == "another" and not self.is_over:
            if self.how == "it":
                self.it = "n"
                return ["it = this;"]
            self.j += 1
            return ["j++;"]
        if way == "skipped":
            before, self.is_over = self.is_over, True
            lines, self.is_over = self.use(), before
            return ["if (one == 2) {", *lines, "}"]
        if way == "taken":
            return ["if (one == 1) {", *self.use(), "}"]
        if way == "thrown" and not self.is_over:
            lines = self.use()
            self.is_over = True
            more = self.use()
            self.is_over = False
            throw = "if (one == 1) throw new IllegalStateException();"
            return ["try {", *lines, throw, *more, f"}} catch (IllegalStateException expected) {{", "sum++;", "}"]
        if way == "caught" and not self.is_over:
            self.is_over = True
            lines = self.use()
            self.is_over = False
            return ["try {", "if (one == 1) throw new IllegalStateException();", *lines]\
                + ["} catch (IllegalStateException expected) {", *self.use(), "}"]
        if way == "over" and not self.is_over and rng.random() < 0.5:
            self.is_over = True
            return ["if (one == 1) return;"]
        return self.use()

    def make_first(self):
        body = self.use()
        for _ in range(self.rng.randint(1, 4)):
            body += self.step()
        return body, self.events

    # ---- the second

    def make_second(self):
        rng = self.rng
        lines, events = [], []
        if self.published and rng.random() < 0.9:
            channel = rng.choice(self.published)
            lines.append(PUBLISHED[channel[0]][1].replace("#", str(self.number)))
            events.append(("receive", channel))
        text, kinds = HOW[rng.choice(["read", "write", "write"])]
        places = [about[2] for event in self.events for about in _variables(event)]
        place = rng.choice(places) if places and rng.random() < 0.9 else "n" if self.how in ("this", "it") else 0
        where, kind = {
            "this": (f"Main.n{self.number}.f", "int"),
            "it": (f"Main.{place}{self.number}.f", "int"),
            "static": (f"N{self.number}.stat", "int"),
        }.get(self.how, (f"Main.row{self.number}[{place}]", self.kind))
        return [*lines, text(kind, where)], events + [(each, self.variable(place)) for each in kinds]

    # ---- text

    def class_text(self, body):
        vol = ["int f;", "static int stat;", "volatile int vol;", "static volatile int statVol;"]
        head = f"void act(N{self.number} it, {self.kind}[] row, int j, int one) throws Exception {{"
        return [f"final class N{self.number} {{", *vol, "synchronized void publishIt() {}", head, "long sum = 0;", *body]\
            + ["Turns.use(sum);", "}", "}"]

    def state(self):
        i = self.number
        return [
            f"static final N{i} n{i} = new N{i}(), far{i} = new N{i}();",
            f"static final {self.kind}[] row{i} = new {self.kind}[{self.length + 8}];",
            f"static final Object lock{i} = new Object();",
            f"static final AtomicInteger atomic{i} = new AtomicInteger();",
            f"static final CountDownLatch latch{i} = new CountDownLatch(1);",
            f"static void give{i}() {{ atomic{i}.set(1); }}",
        ]


def _variables(event):
    what, about = event
    if what == "loop":
        return [variable for _, variable in about]
    return [about] if what in ("read", "write") else []


class Haystack:
    """A program: threads 1 and 2 of three, a turn each."""

    def __init__(self, number, rng):
        self.package = f"p{number}"
        self.model = Model(3)
        kinds = rng.sample(TYPES, rng.randint(3, 8))
        self.needles = [Needle(self.package, i, kind, rng) for i, kind in enumerate(kinds)]
        self.hands_over = False
        self.texts = {}
        for thread in (1, 2):
            self.model.publish(0, ("fork", thread))
            self.model.receive(thread, ("fork", thread))
        turns = {1: [], 2: []}
        for needle in self.needles:
            body, events = needle.make_first()
            self.texts[f"N{needle.number}"] = needle.class_text(body)
            i = needle.number
            turns[1].append(f"n{i}.act({needle.first_it}{i}, row{i}, {needle.first_j}, 1);")
            self.tell(1, events)
        for needle in self.needles:
            lines, events = needle.make_second()
            turns[2] += lines
            self.tell(2, events)
        main = ["public class Main {", *[line for needle in self.needles for line in needle.state()]]
        main.append("static final Turns turns = new Turns();")
        for thread in (1, 2):
            main.append(f"static final Thread t{thread} = Turns.thread(Main::body{thread}, false);")
            main += [f"static void body{thread}() {{", "long sum = 0;", "try {", f"turns.await({thread - 1});", *turns[thread]]
            main += ["turns.pass();", "} catch (Exception problem) {", "throw new IllegalStateException(problem);", "}"]
            main += ["Turns.use(sum);", "}"]
        main += ["public static void run() throws Exception {", "t1.start();", "t2.start();", "t1.join();", "t2.join();", "}"]
        main += ["public static void main(String[] arguments) throws Exception {", "run();", "}", "}"]
        self.texts["Main"] = main

    def tell(self, thread, events):
        for what, about in events:
            if what == "loop":
                self.model.loop(thread, about)
            elif what in ("read", "write"):
                self.model.access(thread, about, what == "write")
            else:
                getattr(self.model, what)(thread, about)

    def sources(self):
        head = [f"package {self.package};", "import java.util.concurrent.*;", "import java.util.concurrent.atomic.*;"]
        head.append("import turns.Turns;")
        return {f"{self.package}/{name}.java": "\n".join(head + lines) + "\n" for name, lines in self.texts.items()}

    def races(self):
        known = {how: sorted({variable[0] for variable in racing}) for how, racing in self.model.races().items()}
        return known | {"hands over": self.hands_over}

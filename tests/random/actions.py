"""The statements of random programs: for each, lines of Java and the events that they make."""

PRIMITIVES = ["byte", "short", "char", "int", "long", "float", "double"]
TYPES = PRIMITIVES + ["boolean", "Object", "String"]
QUALIFIED = {"Object": "java.lang.Object", "String": "java.lang.String"}


def read_of(kind, place):
    if kind == "boolean":
        return f"if ({place}) sum++;"
    return f"sum += {place};" if kind in PRIMITIVES else f"if ({place} != null) sum++;"


def write_of(kind, place, value="1"):
    if kind == "boolean":
        return f"{place} = true;"
    return f"{place} = ({kind}) {value};" if kind in PRIMITIVES else f'{place} = "x";'


def change_of(kind, place):
    if kind == "boolean":
        return f"{place} = !{place};"
    return f"{place}++;" if kind in PRIMITIVES else f"{place} = {place};"


HOW = {  # an access: its Java and its events
    "read": (read_of, ["read"]),
    "write": (write_of, ["write"]),
    "change": (change_of, ["read", "write"]),
}


class Actions:
    """Half of a Program (program.py), which has the state."""

    def new_name(self, prefix):
        self.next_name += 1
        return f"{prefix}{self.next_name}"

    def statement(self, thread, depth):
        rng = self.rng
        simple = [self.field] * 4 + [self.static] * 2 + [self.loop] * 4 + [self.element] * 2
        simple += [self.library, self.rows, self.collection, self.synchroniser, self.fresh, self.published]
        if depth < 2 and rng.random() < 0.4:
            return rng.choice([self.locked, self.locked, self.called, self.repeated, self.thrown, self.chosen])(thread, depth)
        if rng.random() < 0.08:
            return self.join(thread)
        return rng.choice(simple)()

    def block(self, thread, depth):
        made = [self.statement(thread, depth + 1) for _ in range(self.rng.randint(1, 3))]
        return [line for lines, _ in made for line in lines], [event for _, events in made for event in events]

    # ---- accesses

    def how(self):
        return self.rng.choice(list(HOW))

    def field(self):
        rng = self.rng
        name = rng.choice(list(self.objects))
        of = self.objects[name]
        lines, events = [], []
        for _ in range(rng.randint(1, 3)):
            field, kind = rng.choice(list(self.classes[of].items()))
            text, kinds = HOW[self.how()]
            lines.append((text, kind, field))
            events += [(each, (f"{self.package}.{of}.{field}", name)) for each in kinds]
        form = rng.choice(["here", "here", "method", "helper"])
        if form == "here":
            return [text(kind, f"Main.{name}.{field}") for text, kind, field in lines], events
        method = self.new_name("m")
        if form == "method":
            body = [text(kind, f"this.{field}") for text, kind, field in lines]
            self.methods[of] += self.method(f"void {method}()", [(body, [])])
            return [f"Main.{name}.{method}();"], events
        body = [text(kind, f"it.{field}") for text, kind, field in lines]
        self.members += self.method(f"static void {method}({of} it)", [(body, [])])
        return [f"Main.{method}(Main.{name});"], events

    def static(self):
        if not self.statics:
            return self.field()
        name = self.rng.choice(list(self.statics))
        text, kinds = HOW[self.how()]
        variable = f"{self.package}.Main.{name}", name
        return [text(self.statics[name], name)], [(each, variable) for each in kinds]

    # ---- arrays

    def element_of(self, array, i):
        kind, _ = self.arrays[array]
        return QUALIFIED.get(kind, kind) + "[]", array, i

    def element(self):
        array = self.rng.choice(list(self.arrays))
        kind, length = self.arrays[array]
        i = self.rng.randrange(length)
        text, kinds = HOW[self.how()]
        return [text(kind, f"Main.{array}[{i}]")], [(each, self.element_of(array, i)) for each in kinds]

    def loop(self):
        """One or two accesses in each round, at the counter plus a constant, until a bound or until something ends it."""
        rng = self.rng
        arrays = rng.sample(list(self.arrays), rng.randint(1, min(2, len(self.arrays))))
        shift = rng.choice([0, 0, 1, 2])
        length = min(self.arrays[array][1] for array in arrays) - shift
        if length < 1:
            return self.element()
        low, high = sorted(rng.sample(range(length + 1), 2))
        if rng.random() < 0.3:
            low, high = 0, length
        step = rng.choice([1, 1, 1, 2, 3, 7, -1, -1, -2])
        rounds = list(range(low, high, step)) if step > 0 else list(range(high - 1, low - 1, step))
        end = rng.choice(["bound"] * 4 + ["break", "return", "throw", "outside"])
        if end == "outside" and (step < 0 or rng.random() < 0.5):
            end = "bound"
        last = rng.choice(rounds)
        first_ends = rng.random() < 0.5  # before the accesses of the last round are made
        accesses = []
        for array in arrays:
            text, kinds = HOW[self.how()]
            accesses.append((array, text, kinds, rng.choice([0, shift])))
        every = rng.choice([1, 1, 1, 1, 2])  # the rounds that make the accesses
        body = []
        for array, text, _, offset in accesses:
            index = f"i + {offset}" if offset else "i"
            body.append(text(self.arrays[array][0], f"Main.{array}[{index}]"))
        if every == 2:
            body = ["if (i % 2 == 0) {", *body, "}"]
        if rng.random() < 0.1:
            body.append("Turns.use(i);")
        leave = {"break": "break;", "return": "return;", "throw": "throw new IllegalStateException();"}.get(end)
        if leave:
            test = f"if (i == Turns.same({last})) {leave}" if rng.random() < 0.2 else f"if (i == {last}) {leave}"
            body.insert(0 if first_ends else len(body), test)
        events = []
        if end == "outside":
            rounds = list(range(low, 10_000, step))
            high = 1_000_000
        for i in rounds:
            if leave and first_ends and i == last:
                break
            ended = False
            for array, _, kinds, offset in accesses:
                if every == 2 and i % 2 != 0:
                    continue
                if i + offset >= self.arrays[array][1]:
                    ended = True
                    break
                events += [(each, self.element_of(array, i + offset)) for each in kinds]
            if ended or (leave and i == last):
                break
        bound = rng.choice([str(high), f"Turns.same({high})"])
        if step > 0:
            head = f"int i = {low}; i < n; i += {step}" if step > 1 else f"int i = {low}; i < n; i++"
        else:
            head = f"int i = n - 1; i >= {low}; i -= {-step}"
        lines = [f"int n = {bound};", f"for ({head}) {{", *body, "}"]
        return self.looped(lines, end), [("loop", events)]

    def looped(self, lines, end):
        """In a block, or in a method of its own, where what the loop throws is caught, here or there."""
        thrown = {"throw": "IllegalStateException", "outside": "ArrayIndexOutOfBoundsException"}.get(end)
        catch = [f"}} catch ({thrown} {self.new_name('expected')}) {{", "sum++;", "}"] if thrown else []
        own_method = end == "return" or self.rng.random() < 0.4
        if not own_method:
            return ["try {", *lines, *catch] if thrown else ["{", *lines, "}"]
        method = self.new_name("m")
        inside = thrown and self.rng.random() < 0.5
        body = ["try {", *lines, *catch] if inside else lines
        self.members += self.method(f"static void {method}()", [(body, [])])
        return ["try {", f"Main.{method}();", *catch] if thrown and not inside else [f"Main.{method}();"]

    def rows(self):
        rng = self.rng
        kind, rows, columns = self.matrix
        row, column = sorted(rng.sample(range(rows + 1), 2)), sorted(rng.sample(range(columns + 1), 2))
        step = rng.choice([1, 1, 2])
        text, kinds = HOW[self.how()]
        events = []
        for r in range(*row):
            for c in range(*column, step):
                events.append(("read", (kind + "[][]", "matrix", r)))
                events += [(each, (kind + "[]", "matrix", r, c)) for each in kinds]
        inner = f"for (int c = {column[0]}; c < {column[1]}; c += {step}) {text(kind, 'matrix[r][c]')}"
        return [f"for (int r = {row[0]}; r < {row[1]}; r++) {{", inner, "}"], [("loop", events)]

    def library(self):
        rng = self.rng
        array = rng.choice(list(self.arrays))
        kind, length = self.arrays[array]
        low, high = sorted(rng.sample(range(length + 1), 2))
        value = "true" if kind == "boolean" else f"({kind}) 1" if kind in PRIMITIVES else '"x"'

        def events(what, start, end):
            return [("loop", [(what, self.element_of(array, i)) for i in range(start, end)])]

        return rng.choice(
            [
                ([f"Arrays.fill(Main.{array}, {low}, {high}, {value});"], events("write", low, high)),
                ([f"sum += Main.{array}.clone().length;"], events("read", 0, length)),
                ([f"sum += Arrays.copyOfRange(Main.{array}, {low}, {high}).length;"], events("read", low, high)),
                (
                    [f"System.arraycopy(Main.{array}, {low}, Main.{array}, 0, {high - low});"],
                    events("read", low, high) + events("write", 0, high - low),
                ),
            ]
        )

    def collection(self):
        name = self.rng.choice(list(self.lists))
        variable = self.lists[name][0], name
        texts = {
            "list": ["list.add(1);", "sum += list.size();", "for (Object each : list) sum += each.hashCode();"],
            "map": ["map.put(1, 2);", "sum += map.size();", "if (map.containsKey(1)) sum++;"],
        }[name]
        i = self.rng.randrange(3)
        return [texts[i]], [("write" if i == 0 else "read", variable)]

    # ---- objects that are made here

    def fresh(self):
        rng = self.rng
        made, local = self.new_name("fresh"), self.new_name("it")
        of = f"{self.package}.Fresh."
        arguments, fields = rng.choice(
            [("", []), ("3", [("write", "first"), ("read", "first"), ("write", "second")])]
            + [('(Object) "x"', [("write", "third"), ("read", "first"), ("write", "first")])]
        )
        events = [(what, (of + field, made)) for what, field in fields]
        lines = [f"Fresh {local} = new Fresh({arguments});"]
        publish_at = rng.randint(0, 2)
        for i in range(3):
            if self.slots and i == publish_at and rng.random() < 0.8:
                slot = rng.choice(list(self.slots))
                self.slots[slot] = made
                lines.append(f"{slot} = {local};")
                events.append(("write", (f"{self.package}.Main.{slot}", slot)))
            if rng.random() < 0.6:
                field, kind = rng.choice([("first", "int"), ("second", "long"), ("third", "Object")])
                text, kinds = HOW[self.how()]
                lines.append(text(kind, f"{local}.{field}"))
                events += [(each, (of + field, made)) for each in kinds]
        return lines, events

    def published(self):
        full = [slot for slot, made in self.slots.items() if made]
        if not full:
            return self.fresh()
        slot = self.rng.choice(full)
        local = self.new_name("it")
        field, kind = self.rng.choice([("first", "int"), ("second", "long"), ("third", "Object")])
        text, kinds = HOW[self.how()]
        events = [("read", (f"{self.package}.Main.{slot}", slot))]
        events += [(each, (f"{self.package}.Fresh.{field}", self.slots[slot])) for each in kinds]
        return [f"Fresh {local} = {slot};", text(kind, f"{local}.{field}")], events

    # ---- synchronisation

    def locked(self, thread, depth):
        rng = self.rng
        lines, events = self.block(thread, depth)
        lines = ["{", *lines, "}"]
        self.hands_over |= any(self.holds_objects(event) for event in events)
        way = rng.choice(["monitor", "monitor", "method", "mutex", "reading", "writing"])
        if way == "method":
            of, method = rng.choice(list(self.objects)), self.new_name("m")
            self.members += self.method(f"static void {method}() throws Exception", [(lines, [])])
            head = f"synchronized void {method}() throws Exception {{"
            self.methods[self.objects[of]] += [head, f"Main.{method}();", "}"]
            return [f"Main.{of}.{method}();"], [("receive", of), *events, ("publish", of)]
        if way == "monitor":
            lock = rng.choice(self.locks)
            return [f"synchronized ({lock}) {{", *lines, "}"], [("receive", lock), *events, ("publish", lock)]
        take, give, before, after = {
            "mutex": ("mutex.lock();", "mutex.unlock();", ["mutex"], ["mutex"]),
            "reading": ("shared.readLock().lock();", "shared.readLock().unlock();", ["writing"], ["reading"]),
            "writing": ("shared.writeLock().lock();", "shared.writeLock().unlock();", ["writing", "reading"], ["writing"]),
        }[way]
        if way in ("reading", "writing") and any(about in ("reading", "writing") for _, about in events):
            return lines, events  # a reader that would write waits for ever
        if way == "mutex" and ("receive", "mutex") in events:
            return lines, events  # given back only by the outermost
        before, after = [("receive", each) for each in before], [("publish", each) for each in after]
        return [take, "try {", *lines, "} finally {", give, "}"], [*before, *events, *after]

    def holds_objects(self, event):
        what, about = event
        if what == "loop":
            return any(self.holds_objects(each) for each in about)
        if what not in ("read", "write"):
            return False
        name = about[0]
        of, _, field = name.rpartition(".")
        kind = {**self.statics, **self.classes.get(of.rpartition(".")[2], {})}.get(field, "")
        return name.startswith("java.") or "[][]" in name or "slot" in name or "third" in name or kind in QUALIFIED

    def synchroniser(self):
        ways = [
            (["flag = 1;"], [("publish", "flag")]),
            (["sum += flag;"], [("receive", "flag")]),
            (["atomic.set(1);"], [("publish", "atomic")]),
            (["sum += atomic.get();"], [("receive", "atomic")]),
            (["sum += atomic.incrementAndGet();"], [("receive", "atomic"), ("publish", "atomic")]),
        ]
        if not self.latch_down:
            ways.append((["latch.countDown();"], [("publish", "latch")]))
        else:
            ways.append((["latch.await();"], [("receive", "latch")]))
        if not self.completed:
            ways.append((["future.complete(1);"], [("publish", "future")]))
        else:
            ways.append((["sum += future.join().hashCode();"], [("receive", "future")]))
        if self.queued == 0:
            ways.append((["queue.put(1);"], [("publish", "queue")]))
        else:
            ways.append((["sum += queue.take().hashCode();"], [("receive", "queue")]))
        made = self.rng.choice(ways)
        self.latch_down |= made[1][0][1] == "latch"
        self.completed |= made[1][0][1] == "future"
        if made[1][0][1] == "queue":
            self.queued = 1 - self.queued
        return made

    def join(self, thread):
        ended = sorted(self.ended - {thread})
        if not ended:
            return self.synchroniser()
        other = self.rng.choice(ended)
        return [f"t{other}.join();"], [("receive", ("end", other))]

    # ---- where statements can be

    def called(self, thread, depth):
        lines, events = self.block(thread, depth)
        method = self.new_name("m")
        self.members += self.method(f"static void {method}() throws Exception", [(lines, [])])
        return [f"{method}();"], events

    def repeated(self, thread, depth):
        before = self.latch_down, self.completed, self.queued
        lines, events = self.block(thread, depth)
        if before != (self.latch_down, self.completed, self.queued) or any(
            what == "write" and "fresh" in about[1] for what, about in events
        ):
            return ["{", *lines, "}"], events
        times, counter = self.rng.randint(1, 3), self.new_name("k")
        return [f"for (int {counter} = 0; {counter} < {times}; {counter}++) {{", *lines, "}"], events * times

    def thrown(self, thread, depth):
        lines, events = self.block(thread, depth)
        then, more = self.block(thread, depth)
        throw = "if (Turns.same(1) == 1) throw new IllegalArgumentException();"
        caught = f"}} catch (IllegalArgumentException {self.new_name('expected')}) {{"
        return ["try {", *lines, throw, caught, *then, "}"], [*events, *more]

    def chosen(self, thread, depth):
        lines, events = self.block(thread, depth)
        return ["if (Turns.same(2) > 1) {", *lines, "} else {", "sum++;", "}"], events

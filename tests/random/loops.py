"""Loops over arrays, and what the library does to arrays: lines of Java and the events that they make."""

from words import HOW, QUALIFIED, value_of


class Loops:
    """Part of a Program (program.py), which has the state."""

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
        first, go_on = (f"{low}", "i < n") if step > 0 else ("n - 1", f"i >= {low}")
        advance = {1: "i++", -1: "i--"}.get(step, f"i += {step}")
        head, tail = rng.choice(
            [([f"for (int i = {first}; {go_on}; {advance}) {{"], ["}"])] * 3
            + [([f"int i = {first};", f"while ({go_on}) {{"], [f"{advance};", "}"])]
            + [([f"int i = {first};", "do {"], [f"{advance};", f"}} while ({go_on});"])]
        )
        lines = [f"int n = {bound};", *head, *body, *tail]
        return self.looped(lines, end), [("loop", events)]

    def looped(self, lines, end="bound"):
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

    def wandering(self):
        """A loop that is not as simple as it looks: another index than the counter, a counter that leaps, arrays that
        change places."""
        rng = self.rng
        array = rng.choice(list(self.arrays))
        kind, length = self.arrays[array]
        low, high = sorted(rng.sample(range(length + 1), 2))
        index, at = rng.choice(
            [
                ("i", lambda i: i),
                (f"{high - 1} - i + {low}", lambda i: high - 1 - i + low),
                ("i / 2", lambda i: i // 2),
                ("i % 3", lambda i: i % 3),
                (f"i * 7 % {length}", lambda i: i * 7 % length),
                ("k", lambda i: low),
                ("k++", lambda i: None),
            ]
        )
        others = [each for each in self.arrays if each != array and self.arrays[each][0] == kind]
        others = [each for each in others if self.arrays[each][1] >= length]
        other = rng.choice(others) if others and rng.random() < 0.7 else None
        leap, swap = rng.randrange(low, high), rng.randrange(low, high)
        leaps = rng.random() < 0.3
        text, kinds = HOW[rng.choice(["read", "write"]) if index == "k++" else self.how()]
        body = [text(kind, f"cur[{index}]")]
        if leaps:
            body.append(f"if (i == {leap}) i += 2;")
        if other:
            body.insert(rng.randint(0, len(body)), f"if (i == {swap}) cur = Main.{other};")
        events, current, i, k = [], array, low, low
        while i < high:
            for line in body:
                if line.endswith(f"cur = Main.{other};"):
                    current = other if i == swap else current
                elif line.endswith("i += 2;"):
                    i += 2 if i == leap else 0
                else:
                    events += [(each, self.element_of(current, k if at(i) is None else at(i))) for each in kinds]
                    k += at(i) is None
            i += 1
        lines = [f"var cur = Main.{array};", f"int k = {low};", f"for (int i = {low}; i < {high}; i++) {{", *body, "}"]
        return self.looped([*lines, "sum += k;"]), [("loop", events)]

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

    def boxes(self):
        """A field of each object in an array."""
        rng = self.rng
        of, length = self.boxes_of
        low, high = sorted(rng.sample(range(length + 1), 2))
        field, kind, owner = rng.choice(self.fields_of(of))
        text, kinds = HOW[self.how()]
        events = []
        for i in range(low, high):
            events.append(("read", (f"{self.package}.{of}[]", "boxes", i)))
            events += [(each, (f"{self.package}.{owner}.{field}", f"boxes{i}")) for each in kinds]
        line = text(kind, f"Main.boxes[i].{field}")
        return [f"for (int i = {low}; i < {high}; i++) {{", line, "}"], [("loop", events)]

    def library(self):
        rng = self.rng
        array = rng.choice(list(self.arrays))
        kind, length = self.arrays[array]
        low, high = sorted(rng.sample(range(length + 1), 2))

        def events(what, start, end):
            return [("loop", [(what, self.element_of(array, i)) for i in range(start, end)])]

        return rng.choice(
            [
                ([f"Arrays.fill(Main.{array}, {low}, {high}, {value_of(kind)});"], events("write", low, high)),
                ([f"sum += Main.{array}.clone().length;"], events("read", 0, length)),
                ([f"sum += Arrays.copyOfRange(Main.{array}, {low}, {high}).length;"], events("read", low, high)),
                (
                    [f"System.arraycopy(Main.{array}, {low}, Main.{array}, 0, {high - low});"],
                    events("read", low, high) + events("write", 0, high - low),
                ),
            ]
        )

"""Methods of a class that use its own fields, and an array, again and again, with this and that in between: what the
weaver takes for a repetition (src/weave/covered.h)."""

from words import HOW, QUALIFIED, read_of, write_of


class Repetitions:
    """Part of a Program (program.py), which has the state."""

    def repeated_uses(self):
        rng = self.rng
        name = rng.choice(list(self.objects))
        of = self.objects[name]
        same = [each for each in self.objects if self.objects[each] == of]
        other, array = rng.choice(same), rng.choice(list(self.arrays))
        kind, length = self.arrays[array]
        fields = list(self.classes[of].items())
        uses = _Uses(self, of, {"this": name, "it": other}, array, rng.sample(fields, min(4, len(fields))))
        method = self.new_name("m")
        body, events = uses.make(rng.randint(3, 8))
        head = f"void {method}({of} it, {kind}[] row, int j, int one) throws Exception"
        self.methods[of] += self.method(head, [(body, [])])
        return [f"Main.{name}.{method}(Main.{other}, Main.{array}, {uses.first}, 1);"], events


class _Uses:
    def __init__(self, program, of, names, array, fields):
        self.program, self.rng, self.of, self.names = program, program.rng, of, names
        self.array, self.fields = array, fields
        kind, length = program.arrays[array]
        self.kind, self.length = kind, length
        self.first = self.j = self.rng.randrange(length - 1)
        self.is_over = False  # what follows is not run

    def make(self, count):
        lines, events = [], []
        for _ in range(count):
            more, what = self.rng.choice([self.field] * 5 + [self.element] * 3 + [self.between] * 4 + [self.turn])()
            lines += more
            events += [] if self.is_over else what
            if not self.is_over and self.rng.random() < 0.06:
                lines.append("if (one == 1) return;")
                self.is_over = True
        return lines, events

    def field(self):
        rng = self.rng
        holder = rng.choice(["this", "this", "it"])
        field, kind = rng.choice(self.fields)
        text, kinds = HOW[self.program.how()]
        variable = f"{self.program.package}.{self.of}.{field}", self.names[holder]
        return [text(kind, f"{holder}.{field}")], [(each, variable) for each in kinds]

    def element(self):
        text, kinds = HOW[self.program.how()]
        variable = QUALIFIED.get(self.kind, self.kind) + "[]", self.array, self.j
        return [text(self.kind, "row[j]")], [(each, variable) for each in kinds]

    def turn(self):
        """Another object, another element, another way."""
        rng = self.rng
        way = rng.choice(["object", "element", "if", "else"])
        if way == "element" and not self.is_over and self.j + 1 < self.length:
            self.j += 1
            return ["j++;"], []
        if way == "object" and not self.is_over:
            self.names = {**self.names, "it": self.names["this"]}
            return ["it = this;"], []
        lines, events = self.field()
        if way == "if":
            return ["if (one == 1) {", *lines, "}"], events
        return ["if (one == 2) {", *self.field()[0], "} else {", *lines, "}"], events

    def between(self):
        """What ends the epoch, mostly."""
        rng = self.rng
        if self.is_over:
            return self.field()
        kind, field = self.program.volatile
        way = rng.choice(["volatile", "volatile", "static", "monitor", "synchroniser", "division"])
        if way == "volatile":
            channel = self.names["this"], field
            text, what = rng.choice([(read_of, "receive"), (write_of, "publish")])
            return [text(kind, f"this.{field}")], [(what, channel)]
        if way == "static":
            return rng.choice([(["Main.flag = 1;"], [("publish", "flag")]), (["sum += Main.flag;"], [("receive", "flag")])])
        if way == "monitor":
            lock = rng.choice(self.program.locks)
            lines, events = self.field()
            self.program.hands_over |= any(map(self.program.holds_objects, events))
            return [f"synchronized ({lock}) {{", *lines, "}"], [("receive", lock), *events, ("publish", lock)]
        if way == "division":
            return ["sum /= one;"], []
        return self.program.synchroniser()

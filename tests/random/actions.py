"""The statements of random programs: for each, lines of Java and the events that they make."""

from loops import Loops
from repetitions import Repetitions
from synchronisation import Synchronisation
from words import HOW, QUALIFIED


class Actions(Loops, Repetitions, Synchronisation):
    """Half of a Program (program.py), which has the state."""

    def new_name(self, prefix):
        self.next_name += 1
        return f"{prefix}{self.next_name}"

    def statement(self, thread, depth):
        rng = self.rng
        simple = [self.field] * 5 + [self.static] * 2 + [self.loop] * 4 + [self.element] * 2 + [self.synchroniser] * 2
        simple += [self.wandering, self.library, self.rows, self.boxes, self.collection, self.lazy]
        simple += [self.fresh, self.published, self.fresh_array, self.published_array] + [self.repeated_uses] * 4
        if depth < 2 and rng.random() < 0.4:
            nested = [self.locked, self.locked, self.called, self.repeated, self.thrown, self.chosen]
            return rng.choice(nested)(thread, depth)
        if rng.random() < 0.08:
            return self.join(thread)
        return rng.choice(simple)()

    def block(self, thread, depth):
        made = [self.statement(thread, depth + 1) for _ in range(self.rng.randint(1, 3))]
        return [line for lines, _ in made for line in lines], [event for _, events in made for event in events]

    # ---- accesses

    def how(self):
        return self.rng.choice(list(HOW))

    def fields_of(self, of):
        """Name, type and declaring class of each, those of the superclass too."""
        own = [(field, kind, of) for field, kind in self.classes[of].items()]
        return own + (self.fields_of(self.extends[of]) if of in self.extends else [])

    def field(self):
        rng = self.rng
        name = rng.choice(list(self.objects))
        of = self.objects[name]
        lines, events = [], []
        for _ in range(rng.randint(1, 4)):
            field, kind, owner = rng.choice(self.fields_of(of))
            text, kinds = HOW[self.how()]
            lines.append((text, kind, field))
            events += [(each, (f"{self.package}.{owner}.{field}", name)) for each in kinds]
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
        of = self.rng.choice(["Main", *self.initialised])
        text, kinds = HOW[self.how()]
        variable = f"{self.package}.{of}.{name}", of, name
        return [text(self.statics[name], f"{of}.{name}")], [(each, variable) for each in kinds]

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

    def fresh_array(self):
        """An array of the thread's own, filled here or elsewhere; perhaps not to the end."""
        rng = self.rng
        made, local, length = self.new_name("fresh"), self.new_name("it"), rng.choice([3, 20, 70])
        kind = self.slot_kind
        lines, events = [f"{kind}[] {local} = new {kind}[{length}];"], []
        publish_at = rng.randint(0, 3) if self.array_slots and rng.random() < 0.6 else None
        for i in range(3):
            if i == publish_at:
                slot = rng.choice(list(self.array_slots))
                self.array_slots[slot] = made, length
                lines.append(f"{slot} = {local};")
                events.append(("write", (f"{self.package}.Main.{slot}", slot)))
            if rng.random() < 0.6:
                more, what = self.touch_array(local, made, length)
                lines, events = lines + more, events + what
        return lines, events

    def touch_array(self, local, made, length):
        rng = self.rng
        kind = self.slot_kind
        low, high = sorted(rng.sample(range(length + 1), 2))
        text, kinds = HOW[self.how()]
        events = [(each, (QUALIFIED.get(kind, kind) + "[]", made, i)) for i in range(low, high) for each in kinds]
        loop = [f"for (int i = {low}; i < {high}; i++) {{", text(kind, "it[i]"), "}"]
        way = rng.choice(["here", "helper", "object", "lambda"])
        if way == "here":
            return [line.replace("it[i]", f"{local}[i]") for line in loop], [("loop", events)]
        method = self.new_name("m")
        if way == "object":
            name = rng.choice(list(self.objects))
            self.methods[self.objects[name]] += self.method(f"void {method}({kind}[] it)", [(loop, [])])
            return [f"Main.{name}.{method}({local});"], [("loop", events)]
        self.members += self.method(f"static void {method}({kind}[] it)", [(loop, [])])
        if way == "helper":
            return [f"Main.{method}({local});"], [("loop", events)]
        given = self.new_name("given")
        return ["{", f"var {given} = {local};", f"Runnable r = () -> Main.{method}({given});", "r.run();", "}"], [("loop", events)]

    def published_array(self):
        full = [slot for slot, made in self.array_slots.items() if made]
        if not full:
            return self.fresh_array()
        slot = self.rng.choice(full)
        local = self.new_name("it")
        lines, events = self.touch_array(local, *self.array_slots[slot])
        return [f"var {local} = {slot};", *lines], [("read", (f"{self.package}.Main.{slot}", slot)), *events]

    # ---- where statements can be

    def called(self, thread, depth):
        lines, events = self.block(thread, depth)
        method = self.new_name("m")
        self.members += self.method(f"static void {method}() throws Exception", [(lines, [])])
        call = [f"{method}();"]
        if self.rng.random() < 0.4:
            body = self.new_name("body")
            call = [f"Turns.Body {body} = Main::{method};", f"{body}.run();"]
        return call, events

    def repeated(self, thread, depth):
        before = self.latch_down, self.completed, self.queued, self.permits, self.lazy_is_made
        lines, events = self.block(thread, depth)
        if before != (self.latch_down, self.completed, self.queued, self.permits, self.lazy_is_made) or any(
            map(self.is_of_fresh, events)
        ):
            return ["{", *lines, "}"], events
        times, counter = self.rng.randint(1, 3), self.new_name("k")
        return [f"for (int {counter} = 0; {counter} < {times}; {counter}++) {{", *lines, "}"], events * times

    def is_of_fresh(self, event):
        what, about = event
        if what == "loop":
            return any(map(self.is_of_fresh, about))
        if what not in ("read", "write"):
            return False
        return "slot" in about[1] or (what == "write" and "fresh" in about[1])

    def thrown(self, thread, depth):
        lines, events = self.block(thread, depth)
        then, more = self.block(thread, depth)
        throw = "if (Turns.same(1) == 1) throw new IllegalArgumentException();"
        caught = f"}} catch (IllegalArgumentException {self.new_name('expected')}) {{"
        return ["try {", *lines, throw, caught, *then, "}"], [*events, *more]

    def chosen(self, thread, depth):
        lines, events = self.block(thread, depth)
        return ["if (Turns.same(2) > 1) {", *lines, "} else {", "sum++;", "}"], events

"""Locks and other synchronisation: lines of Java and the events that they make."""

from words import QUALIFIED, read_of, write_of


class Synchronisation:
    """Part of a Program (program.py), which has the state."""

    def locked(self, thread, depth):
        rng = self.rng
        lines, events = self.block(thread, depth)
        lines = ["{", *lines, "}"]
        ends_by_exception = rng.random() < 0.2
        way = rng.choice(["monitor", "monitor", "monitor", "method", "mutex", "reading", "writing"])
        if way in ("reading", "writing") and any(about in ("reading", "writing") for _, about in events):
            return lines, events  # a reader that would write waits for ever
        if way == "mutex" and ("receive", "mutex") in events:
            return lines, events  # given back only by the outermost
        lock = rng.choice(self.locks)
        if way in ("monitor", "mutex") and rng.random() < 0.25:
            waited, more = self.waited(thread, depth, way, lock)
            lines, events = lines + waited, events + more
        self.hands_over |= any(self.holds_objects(event) for event in events)
        if ends_by_exception:
            lines = [*lines, "if (Turns.same(1) == 1) throw new IllegalArgumentException();"]
        lines, events = self.inside(way, lock, lines, events)
        if ends_by_exception:
            caught = f"}} catch (IllegalArgumentException {self.new_name('expected')}) {{"
            lines = ["try {", *lines, caught, "sum++;", "}"]
        return lines, events

    def inside(self, way, lock, lines, events):
        rng = self.rng
        if way == "method":
            of, method = rng.choice(list(self.objects)), self.new_name("m")
            self.members += self.method(f"static void {method}() throws Exception", [(lines, [])])
            head = f"synchronized void {method}() throws Exception {{"
            self.methods[self.objects[of]] += [head, f"Main.{method}();", "}"]
            return [f"Main.{of}.{method}();"], [("receive", of), *events, ("publish", of)]
        if way == "monitor":
            return [f"synchronized ({lock}) {{", *lines, "}"], [("receive", lock), *events, ("publish", lock)]
        take, give, before, after = {
            "mutex": ("mutex.lock();", "mutex.unlock();", ["mutex"], ["mutex"]),
            "reading": ("shared.readLock().lock();", "shared.readLock().unlock();", ["writing"], ["reading"]),
            "writing": ("shared.writeLock().lock();", "shared.writeLock().unlock();", ["writing", "reading"], ["writing"]),
        }[way]
        before, after = [("receive", each) for each in before], [("publish", each) for each in after]
        return [take, "try {", *lines, "} finally {", give, "}"], [*before, *events, *after]

    def waited(self, thread, depth, way, lock):
        """Nobody notifies: the lock is given back and taken again. Then more is done under it."""
        channel, line = {
            "monitor": (lock, self.rng.choice([f"{lock}.wait(1);", f"{lock}.notifyAll(); {lock}.wait(0, 1);"])),
            "mutex": ("mutex", "sum += condition.awaitNanos(1);"),
        }[way]
        lines, events = self.block(thread, depth)
        if way == "mutex" and ("receive", "mutex") in events:
            lines, events = [], []
        return [line, "{", *lines, "}"], [("publish", channel), ("receive", channel), *events]

    def holds_objects(self, event):
        what, about = event
        if what == "loop":
            return any(self.holds_objects(each) for each in about)
        if what not in ("read", "write"):
            return False
        name = about[0]
        of, _, field = name.rpartition(".")
        kind = {**self.statics, **self.classes.get(of.rpartition(".")[2], {})}.get(field, "")
        holds = name.startswith("java.") or "[][]" in name or name.endswith(("B0[]", "B1[]"))
        return holds or "slot" in name or "third" in name or kind in QUALIFIED

    def synchroniser(self):
        rng = self.rng
        name, (kind, field) = rng.choice(list(self.objects)), self.volatile
        ways = [
            (["flag = 1;"], [("publish", "flag")]),
            (["sum += flag;"], [("receive", "flag")]),
            ([write_of(kind, f"Main.{name}.{field}")], [("publish", (name, field))]),
            ([read_of(kind, f"Main.{name}.{field}")], [("receive", (name, field))]),
            (["atomic.set(1);"], [("publish", "atomic")]),
            (["sum += atomic.get();"], [("receive", "atomic")]),
            (["sum += atomic.incrementAndGet();"], [("receive", "atomic"), ("publish", "atomic")]),
            (["semaphore.release();"], [("publish", "semaphore")]),
        ]
        if self.permits > 0:
            ways.append((["semaphore.acquire();"], [("receive", "semaphore")]))
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
        made = rng.choice(ways)
        what, channel = made[1][0]
        self.latch_down |= channel == "latch"
        self.completed |= channel == "future"
        if channel == "queue":
            self.queued = 1 - self.queued
        if channel == "semaphore":
            self.permits += 1 if what == "publish" else -1
        return made

    def lazy(self):
        """A class that whoever comes first initialises."""
        lines, events = [], []
        if not self.lazy_is_made:
            events += [("write", (f"{self.package}.Lazy.early", "Lazy")), ("publish", "Lazy")]
            self.lazy_is_made = True
        field = self.rng.choice(["early", "late"])
        text, kinds = self.rng.choice([(read_of, ["read"]), (write_of, ["write"])])
        lines.append(text("int", f"Lazy.{field}"))
        events += [("receive", "Lazy"), *[(each, (f"{self.package}.Lazy.{field}", "Lazy")) for each in kinds]]
        return lines, events

    def start(self, thread):
        self.started.add(thread)
        start = f"e{thread}.execute(t{thread});" if self.kinds[thread] == "executor" else f"t{thread}.start();"
        return [start], [("publish", ("fork", thread)), ("begin", thread)]

    def joined(self, thread):
        return f"t{thread}.get();" if self.kinds[thread] == "executor" else f"t{thread}.join();"

    def join(self, thread):
        ended = sorted(self.ended - {thread})
        if not ended:
            return self.synchroniser()
        other = self.rng.choice(ended)
        return [self.joined(other)], [("receive", ("end", other))]

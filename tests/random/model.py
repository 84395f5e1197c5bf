"""What a program's races are, by the definition: full vector clocks, a time for each access, nothing left out.

Three orders, each with more edges than the one before:

  happens-before        the Java memory model's own
  schedulable           and a read comes after the write it raced with (docs/detectors.md, hb)
  schedulable, coarse   and after all else that the writer does until it releases something, and has learnt by then; so does
                        all else that is done in the loop with the read

A race in the coarse order hb must report, however many checks are left out. One in the schedulable order it must report
where none is: with shortcuts, what a thread did within one epoch has no order (src/detect/hb/hb.h). One in happens-before
alone it may report: an earlier race of the run leads to it.
"""

STEPS = 1 << 32  # a time is an epoch and a step in it


class Order:
    """One of the orders, over the events of a run as they come."""

    def __init__(self, threads, edge):
        self.edge = edge  # after a racing read: None, "exact" or "coarse"
        self.clocks = [[0] * threads for _ in range(threads)]
        for thread, clock in enumerate(self.clocks):
            clock[thread] = STEPS
        self.channels = {}
        self.writes = {}  # variable to its last time by thread
        self.reads = {}
        self.last_write = {}  # variable to thread and clock
        self.racing = set()

    def publish(self, thread, channel):
        mine = self.clocks[thread]
        self.channels[channel] = _join(self.channels.get(channel, mine), mine)
        mine[thread] = (mine[thread] // STEPS + 1) * STEPS

    def receive(self, thread, channel):
        if channel in self.channels:
            self.clocks[thread] = _join(self.clocks[thread], self.channels[channel])

    def access(self, thread, variable, is_write):
        mine = self.clocks[thread]
        mine[thread] += 1
        writes = self.writes.setdefault(variable, {})
        reads = self.reads.setdefault(variable, {})
        if _unknown(mine, thread, writes) or (is_write and _unknown(mine, thread, reads)):
            self.racing.add(variable)
        if is_write:
            writes[thread] = mine[thread]
            self.last_write[variable] = thread, list(mine)
            return
        reads[thread] = mine[thread]
        self.come_after(thread, variable)

    def come_after(self, thread, variable):
        """Who knows the writer's epoch to its end need not know what the writer has learnt in it since: this write shows it."""
        mine = self.clocks[thread]
        writer, clock = self.last_write.get(variable, (thread, mine))
        if not self.edge:
            return
        seen = clock
        if self.edge == "coarse" and clock[writer] > mine[writer]:
            seen = list(self.clocks[writer])
            seen[writer] = (clock[writer] // STEPS + 1) * STEPS
        self.clocks[thread] = _join(mine, seen)

    def loop(self, thread, accesses):
        """Accesses of arrays in a loop. In the coarse order what is read of one comes before all accesses of the others."""
        if self.edge != "coarse":
            for what, variable in accesses:
                self.access(thread, variable, what == "write")
            return
        before = self.clocks[thread]
        arrays = {}
        for what, variable in accesses:
            arrays.setdefault(variable[1], []).append((what, variable))
        after = {}
        for array, those in arrays.items():
            self.clocks[thread] = list(before)
            for what, variable in those:
                if what == "read":
                    self.come_after(thread, variable)
            after[array] = self.clocks[thread]
        end = before
        for array, those in arrays.items():
            clock = before
            for other in arrays.keys() - {array}:
                clock = _join(clock, after[other])
            clock[thread] = end[thread]
            self.clocks[thread] = list(clock)
            for what, variable in those:
                self.access(thread, variable, what == "write")
            end = _join(end, self.clocks[thread])
        self.clocks[thread] = end


def _join(one, other):
    return [max(pair) for pair in zip(one, other)]


def _unknown(mine, thread, times):
    return any(time > mine[other] for other, time in times.items() if other != thread)


class Model:
    """All three. Variables are any values; what they are called is for the caller to know."""

    def __init__(self, threads):
        self.orders = [Order(threads, None), Order(threads, "exact"), Order(threads, "coarse")]

    def publish(self, thread, channel):
        for order in self.orders:
            order.publish(thread, channel)

    def receive(self, thread, channel):
        for order in self.orders:
            order.receive(thread, channel)

    def access(self, thread, variable, is_write):
        for order in self.orders:
            order.access(thread, variable, is_write)

    def loop(self, thread, accesses):
        for order in self.orders:
            order.loop(thread, accesses)

    def races(self):
        """How sure hb must be of a race to those that are. An order with more edges has no other races."""
        may, exact, coarse = (order.racing for order in self.orders)
        assert coarse <= exact <= may
        return {"may": may, "must if exact": exact, "must": coarse}

"""What a program's races are, by the definition: full vector clocks, a time for each access, nothing left out.

Three orders, each with more edges than the one before:

  happens-before        the Java memory model's own
  schedulable           and a read comes after the write it raced with (docs/detectors.md, hb)
  schedulable, coarse   and after all else that the writer does until it releases something

A race in the schedulable order is one that hb must report. One in happens-before alone it may report: an earlier race of
the run leads to it.
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
        writer, clock = self.last_write.get(variable, (thread, mine))
        if self.edge and clock[writer] > mine[writer]:
            seen = list(clock)
            if self.edge == "coarse":
                seen[writer] = (seen[writer] // STEPS + 1) * STEPS
            self.clocks[thread] = _join(mine, seen)


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

    def may(self):
        return self.orders[0].racing

    def must(self):
        return self.orders[1].racing

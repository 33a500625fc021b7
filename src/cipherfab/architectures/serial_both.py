"""Cell-serial (`serial=w`) in both directions: the rounds of `serial` and their inverses, in registers that never stand still.

The state is a chain of 16 cells, and each tweakey word a ring of 16; in every cycle each cell goes to the place before its own. So
their flip-flops need no enable. Place 0 is the front, row r begins at place 4 r. A round takes 24 slots:

```
  slot  0 … 15  chain: the front leaves through S-box, constant and tweakey, and comes in again at the back
       16 … 19  mix:   the fronts of the rows are a column; it leaves through the linear layer and comes in again a row lower
       20 … 23  chain: four places bring the rows up to where they belong
```

An inverse round takes the same slots in the order 16 … 23, 0 … 15: the front leaves through tweakey and constant, and then through
the inverse S-box. The rows rotate while they pass through the chain: two cells change places in some slots (`Inverse.rows`), in a
round behind the S-box and in an inverse round before it. In the same way each tweakey word is permuted (`Inverse.tweakey`), while
its half that is not added goes by. Multiplexers at all places of a permutation, and enables for the rows, would cost more than all
else that decryption needs.

A decryption starts with the tweakey of the first round. It first *walks*: rounds in which the state only turns while tweakey and
constant step on.

Input is that of `serial`. A result leaves from the last place. There an exchange of neighbours in every cycle makes a cell wait for
its reader while the others turn; after a wait the next one comes when they have turned round.

A call takes 16 cycles to read, 24 for each round, 1 to bring the first cell to the last place, and 16 to write. A decryption of r
rounds takes 24 r cycles more.
"""

from dataclasses import replace

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib.wiring import In

from ..ciphers.serial import SerialPath, Swap
from .serial import CELLS, HALF, LAST_SLOT, Serial
from .steps import apply

FIRST_SLOT_BACK = CELLS
"""The slot in which an inverse round starts; it ends with the one before."""

LAST = CELLS - 1
"""The last place, and the number of the last cell."""


class SerialBoth(Serial):
    """A block cipher, encryption and decryption.

    Ports: those of `Serial`, but ``in_block`` and ``out_block`` instead of plaintext and ciphertext; and ``in_decrypt``, the same
    with every word of a call. Variants for forkciphers are in `serial_fork_both`, which override the hooks.
    """

    blocks = 1
    """Blocks of a result."""

    def __init__(self, path: SerialPath, more: dict | None = None):
        super().__init__(replace(path, plaintext="block", ciphertext="block"), {**(more or {}), "in_decrypt": In(1)})

    def _name_signals(self) -> None:
        super()._name_signals()
        self.turn = Signal(range(CELLS * self.blocks), name="turn", reset_less=True)
        self.backward, self.walking, self.empty = (
            Signal(name=name, reset_less=True) for name in ("backward", "walking", "empty"))
        self.computing, self.substituting, self.steps = (Signal(name=name) for name in ("computing", "substituting", "steps"))
        self.finishes, self.turns_back, self.turns_forward = (
            Signal(name=name) for name in ("finishes", "turns_back", "turns_forward"))
        self.shifts, self.waits = Signal(name="shifts"), Signal(name="waits")

    def _name_cells(self) -> None:
        self.chain = [Signal(self.cell, name=f"x{place}", reset_less=True) for place in range(CELLS)]
        self.front = self.chain[0]

    # Hooks: what a forkcipher does differently.

    def _begin(self, m: Module) -> None:
        """With each word of a call."""
        m.d.sync += [self.backward.eq(0), self.walking.eq(self.in_decrypt)]

    def _ends(self, m: Module):
        return Mux(self.backward, self.at(0), self.after_round(self.path.rounds) & ~self.walking)

    def _restarts(self):
        """1 in the inverse round after which rounds begin."""
        return Const(0, 1)

    def _passed(self):
        """What comes in at the last place while nothing is computed."""
        return self.front

    def _restored(self, cell):
        """What comes out of the inverse S-box."""
        return cell

    def _result(self):
        return self.chain[LAST]

    def _control(self, m: Module) -> None:
        """Reading, running, giving; the slots of each."""
        last_slot = self.slot == LAST_SLOT
        m.d.comb += [
            self.loading.eq(~self.running & ~self.giving), self.in_ready.eq(self.loading & (self.slot == self.turn[:4])),
            self.taken.eq(self.in_valid & self.in_ready), self.out_valid.eq(self.giving & ~self.empty),
            self.given.eq(self.out_valid & self.out_ready), self.computing.eq(self.running & ~self.walking),
            self.substituting.eq(self.computing & ~self.slot[4]), self.steps.eq(self.running & last_slot),
            self.round_ends.eq(self.running & Mux(self.backward, self.slot == LAST, last_slot)),
            self.finishes.eq(self.round_ends & self._ends(m)),
            self.turns_back.eq(self.steps & ~self.backward & self.walking & self.after_round(self.path.rounds)),
            self.turns_forward.eq(self.round_ends & self.backward & self._restarts())]
        ends = Mux(self.running, self.steps | self.finishes | self.turns_forward,
                   self.slot == Mux(self.giving, CELLS * self.blocks - 1, LAST))
        with m.If(self.taken | self.given | self.running):
            m.d.sync += self.slot.eq(Mux(ends, Mux(self.turns_back, FIRST_SLOT_BACK, 0), self.slot + 1))
        with m.If(self.taken):
            self._begin(m)
        with m.If(self.taken & ends):
            m.d.sync += self.running.eq(1)
        with m.If(self.turns_back):
            m.d.sync += [self.backward.eq(1), self.walking.eq(0)]
        with m.If(self.finishes):
            m.d.sync += [self.running.eq(0), self.giving.eq(1)]
        with m.If(self.given & ends):
            m.d.sync += self.giving.eq(0)
        self._waiting(m)

    def _waiting(self, m: Module) -> None:
        """``turn``: while words come, which cell is in front; while they are given, how far the others have turned round.

        ``empty``: the cell at the last place has been taken, or is none of the result.
        """
        others = CELLS * self.blocks - 1
        m.d.comb += [self.shifts.eq((self.turn == 0) & (self.given | self.empty)), self.waits.eq(self.giving & ~self.shifts)]
        m.d.sync += self.empty.eq(~self.giving | (~self.shifts & (self.empty | self.given)))
        begins = Mux(self.giving, self.shifts | (self.turn == others - 1),
                     self.finishes | (self.loading & (self.slot == 0) & ~self.taken))
        m.d.sync += self.turn.eq(Mux(begins, 0, self.turn + 1))

    def _constants(self, m: Module) -> None:
        count, back = (apply(m, name, lambda words, step=step: {"constant": step(words["constant"])}, {"constant": self.constant},
                             {"constant": self.path.register})["constant"]
                       for name, step in (("count", self.path.count), ("count_back", self.path.inverse.count)))
        with m.If(self.loading):
            m.d.sync += self.constant.eq(self.path.constant_at(0))
        with m.Elif(self.steps):
            m.d.sync += self.constant.eq(Mux(self.backward, back, count))

    def _in_slots(self, swap: Swap):
        """1 in the slots in which cells change places."""
        found = [Const(0, 1), Const(0, 1)]
        for direction, slots in enumerate((swap.slots, swap.back)):
            for slot in slots:
                found[direction] = found[direction] | (self.slot == slot)
        return Mux(self.backward, found[1], found[0])

    def _swapped(self, m: Module, name: str, swaps: list, sources: list) -> list:
        """What each place takes after exchanges; ``swaps`` are places and when."""
        for places, when in swaps:
            signal = Signal(name=f"{name}_{places[0]}_{places[1]}")
            m.d.comb += signal.eq(when)
            one, other = (sources[place] for place in places)
            sources[places[0]], sources[places[1]] = Mux(signal, other, one), Mux(signal, one, other)
        return sources

    def _tweakeys(self, m: Module):
        """The rings of the tweakey words; the sum of their fronts."""
        total = Const(0, self.cell)
        swaps = [(swap.places, self.running & self._in_slots(swap)) for swap in self.path.inverse.tweakey]
        for index in range(self.path.tweakeys):
            ring = [Signal(self.cell, name=f"tk{index + 1}_{place}", reset_less=True) for place in range(CELLS)]
            loaded = self.in_tweakey.word_select(self.path.tweakeys - 1 - index, self.cell)
            sources = [*ring[1:], Mux(self.taken, loaded, self._stepped(m, index, ring[0]))]
            sources = self._swapped(m, f"swap{index + 1}", swaps, sources)
            m.d.sync += [cell.eq(source) for cell, source in zip(ring, sources)]
            total = total ^ ring[0]
        return total

    def _stepped(self, m: Module, index: int, front):
        """The front of a tweakey ring as it comes in again."""
        there, back = (apply(m, f"{name}{index + 1}", lambda words, step=step: {"cell": step(words["cell"], index)},
                             {"cell": front}, {"cell": self.cell})["cell"]
                       for name, step in (("step_tweakey", self.path.step_tweakey),
                                          ("step_tweakey_back", self.path.inverse.step_tweakey)))
        return Mux(self.running & self.slot[3], Mux(self.backward, back, there), front)

    def _state(self, m: Module, tweakey) -> None:
        """The chain of cells."""
        mixes, x = Signal(name="mixes"), self.chain
        m.d.comb += mixes.eq(self.computing & self.slot[4] & ~self.slot[2])
        columns = apply(m, "mix", self._mix, {**{f"x{row}": x[4 * row] for row in range(4)}, "back": self.backward},
                        {f"x{row}": self.cell for row in range(4)})
        computed = self._substituted(m, tweakey)
        passed = Mux(self.substituting, computed, self._passed())
        first, *others = self.path.inverse.rows
        swaps = [(first.places, self.waits | (self.computing & self._in_slots(first))),
                 *((swap.places, self.computing & self._in_slots(swap)) for swap in others)]
        sources = self._swapped(m, "swap", swaps, [*x[1:], Mux(self.taken, self.in_block, passed)])
        for row in range(4):
            sources[4 * row + 3] = Mux(mixes, columns[f"x{(row - 1) % 4}"], sources[4 * row + 3])
        m.d.sync += [cell.eq(source) for cell, source in zip(x, self._walked(sources))]

    def _walked(self, sources: list) -> list:
        """What each place takes, where a walk may be of an odd number of rounds: they turn the chain one and a half times each.

        So that the state is in place again, the halves turn by themselves in slots 16 to 23 of walking rounds.
        """
        if self.path.fork is None and self.path.rounds % 2 == 0:
            return sources
        apart = self.running & self.walking & self.slot[4]
        for place, front in ((HALF - 1, 0), (LAST, HALF)):
            sources[place] = Mux(apart, self.chain[front], sources[place])
        return sources

    def _mix(self, words: dict) -> dict:
        *column, back = words.values()
        return dict(zip(words, self.path.inverse.mix(column, back)))

    def _substituted(self, m: Module, tweakey):
        """The front as it comes in again: S-box, then constant and tweakey, or back."""
        added = self._added(m) ^ (tweakey & (~self.slot[3]).replicate(self.cell))
        there = self._boxed(m, "substitute", self.path.substitute, self._source(m))
        summed = Mux(self.backward, self.front, there) ^ added
        back = self._boxed(m, "substitute_back", self.path.inverse.substitute, summed)
        return Mux(self.backward, self._restored(back), summed)

    def _boxed(self, m: Module, name: str, box, cell):
        return apply(m, name, lambda words: {"cell": box(words["cell"])}, {"cell": cell}, {"cell": self.cell})["cell"]

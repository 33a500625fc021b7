"""Cell-serial (`serial=w`): one S-box, one column of the linear layer, registers that shift by a cell of w bits per clock.

The state is a chain of 16 cells, four for each row; its front is cell 0. A round takes 24 cycles, the *slots*:

```
  slot  0 … 15  chain: the front leaves through S-box, constant and tweakey, and comes in again at the back
       16 … 19  rows:  each row turns in itself, row r standing still for as many cycles as it is rotated to the right
       20 … 23  mix:   the four fronts are a column; it leaves through the linear layer and comes in again row by row
```

A tweakey word is a ring of 16 cells that turns in every cycle: it never stands still, so its flip-flops need no enable. Its front
is added in slots 0 to 7, stepped as it comes in again in slots 8 to 15, and 24 = 16 + 8 cycles later upper and lower rows have
changed places; only the permutation of the rows that come up needs multiplexers, in slot 23.

Blocks and tweakeys are read and written cell by cell, cell 0 first. A word of input is a cell of the block and one of each tweakey
word, the first tweakey word most significant; 16 words are a call. While words come without a gap, each is taken at once; after a
gap the next one has to wait for its place in the turning rings, which comes by every 16 cycles: ``in_ready`` says so. The
results' cells wait as long as they have to. A call takes 16 cycles to read, 24 for each round, and 16 to write.
"""

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ..ciphers.serial import SerialPath
from ..words import SoftwareWord
from .steps import apply

CELLS, HALF = 16, 8
LAST_SLOT = 23


class Serial(wiring.Component):
    """A block cipher, encryption only.

    Ports: ``in_valid``, ``in_ready``, ``in_tweakey`` (a cell of each word), the block's ``in_NAME`` and ``out_NAME`` (a cell),
    ``out_valid``, ``out_ready``. A variant for forkciphers is in `serial_fork`, which overrides the hooks below; one for both
    directions is in `serial_both`.

    Attributes:
        path: what is computed.
        cell: w.
    """

    def __init__(self, path: SerialPath, more: dict | None = None):
        self.path, self.cell = path, path.cell
        super().__init__(wiring.Signature({
            "in_valid": In(1), "in_ready": Out(1), "in_tweakey": In(path.tweakeys * path.cell),
            f"in_{path.plaintext}": In(path.cell), **(more or {}),
            "out_valid": Out(1), "out_ready": In(1), f"out_{path.ciphertext}": Out(path.cell)}))

    def elaborate(self, platform):
        m = Module()
        self._name_signals()
        self._control(m)
        self._constants(m)
        tweakey = self._tweakeys(m)
        self._state(m, tweakey)
        self._variant(m)
        m.d.comb += getattr(self, f"out_{self.path.ciphertext}").eq(self._result())
        return m

    def _name_signals(self) -> None:
        self.running, self.giving = Signal(name="running"), Signal(name="giving")
        self.slot, self.turn = Signal(5, name="slot"), Signal(4, name="turn", reset_less=True)
        self.constant = Signal(self.path.register, name="constant", reset_less=True)
        self.loading, self.taken, self.given = (Signal(name=name) for name in ("loading", "taken", "given"))
        self.busy, self.round_ends = Signal(name="busy"), Signal(name="round_ends")
        self._name_cells()

    def _name_cells(self) -> None:
        self.rows = [[Signal(self.cell, name=f"row{row}_{place}", reset_less=True) for place in range(4)] for row in range(4)]
        self.front = self.rows[0][3]

    # Hooks: what a forkcipher does differently.

    def _source(self, m: Module):
        """The cell that goes into the S-box."""
        return self.front

    def _result(self):
        """The cell that is given."""
        return self.front

    def _stands(self):
        """1 in rounds that leave the state as it is."""
        return Const(0, 1)

    def _ends(self, m: Module):
        """1 in the round after which a result is there."""
        return self.after_round(self.path.rounds)

    def _given_all(self, m: Module) -> None:
        """After the last cell of a result."""
        m.d.sync += self.giving.eq(0)

    def _variant(self, m: Module) -> None:
        """Further registers."""

    def after_round(self, number: int):
        """1 in the round that ends with so many done."""
        return self.at(number - 1)

    def at(self, number: int):
        """1 while exactly so many rounds are done."""
        return self.constant == self.path.constant_at(number)

    def _control(self, m: Module) -> None:
        """Reading, running, giving; the slots of each; which cell is in front in the tweakey rings."""
        last_cell = self.slot == CELLS - 1
        m.d.comb += [
            self.loading.eq(~self.running & ~self.giving), self.in_ready.eq(self.loading & (self.slot == self.turn)),
            self.taken.eq(self.in_valid & self.in_ready), self.out_valid.eq(self.giving & ~self.running),
            self.given.eq(self.out_valid & self.out_ready), self.busy.eq(self.running & ~self.giving),
            self.round_ends.eq(self.busy & (self.slot == LAST_SLOT))]
        m.d.sync += self.turn.eq(self.turn + 1)
        with m.If(self.loading & (self.slot == 0) & ~self.taken):
            m.d.sync += self.turn.eq(0)
        with m.If(self.taken | self.given | self.busy):
            m.d.sync += self.slot.eq(Mux(self.round_ends | (~self.running & last_cell), 0, self.slot + 1))
        with m.If(self.taken & last_cell):
            m.d.sync += self.running.eq(1)
        with m.If(self.round_ends & self._ends(m)):
            m.d.sync += [self.running.eq(0), self.giving.eq(1)]
        with m.If(self.given & last_cell):
            self._given_all(m)

    def _constants(self, m: Module) -> None:
        following = apply(m, "count", lambda words: {"constant": self.path.count(words["constant"])}, {"constant": self.constant},
                          {"constant": self.path.register})["constant"]
        with m.If(self.loading):
            m.d.sync += self.constant.eq(self.path.constant_at(0))
        with m.Elif(self.round_ends):
            m.d.sync += self.constant.eq(following)

    def _tweakeys(self, m: Module):
        """The rings of the tweakey words; the sum of their fronts."""
        total = Const(0, self.cell)
        for index in range(self.path.tweakeys):
            ring = [Signal(self.cell, name=f"tk{index + 1}_{place}", reset_less=True) for place in range(CELLS)]
            stepped = apply(m, f"step_tweakey{index + 1}", lambda words, index=index: {
                "cell": self.path.step_tweakey(words["cell"], index)}, {"cell": ring[0]}, {"cell": self.cell})["cell"]
            back = Mux(self.running & self.slot[3], stepped, ring[0])
            loaded = self.in_tweakey.word_select(self.path.tweakeys - 1 - index, self.cell)
            # In slot 23 the cells of the lower rows are at places 1 to 8.
            m.d.sync += ring[-1].eq(Mux(self.taken, loaded, back))
            for place in range(CELLS - 1):
                shifted = ring[place + 1]
                m.d.sync += ring[place].eq(
                    Mux(self.round_ends, ring[self.path.permutation[place] + 1], shifted) if place < HALF else shifted)
            total = total ^ ring[0]
        return total

    def _state(self, m: Module, tweakey) -> None:
        """The chain of cells, its rows and columns."""
        chains, mixes, low = ~self.slot[4], self.slot[2], self.slot[:2]
        columns = apply(m, "mix", self._mix, {f"x{row}": self.rows[row][3] for row in range(4)},
                        {f"x{row}": self.cell for row in range(4)})
        coming = [self.rows[1][3], self.rows[2][3], self.rows[3][3],
                  Mux(self.running, self._substituted(m, tweakey), getattr(self, f"in_{self.path.plaintext}"))]
        moves = Signal(name="moves")
        m.d.comb += moves.eq(self.taken | self.given | (self.busy & ~self._stands()))
        for number, row in enumerate(self.rows):
            rotation = self.path.rotations[number]
            waits = ~chains & ~mixes & (low >= 4 - rotation) if rotation else Const(0, 1)
            with m.If(moves & ~waits):
                m.d.sync += row[0].eq(Mux(chains, coming[number], Mux(mixes, columns[f"x{number}"], row[3])))
                m.d.sync += [row[place].eq(row[place - 1]) for place in (1, 2, 3)]

    def _mix(self, words: dict) -> dict:
        return dict(zip(words, self.path.mix(list(words.values()))))

    def _substituted(self, m: Module, tweakey):
        """What the S-box makes of the front, with constant and tweakey."""
        substituted = apply(m, "substitute", lambda words: {"cell": self.path.substitute(words["cell"])},
                            {"cell": self._source(m)}, {"cell": self.cell})["cell"]
        return substituted ^ self._added(m) ^ (tweakey & (~self.slot[3]).replicate(self.cell))

    def _added(self, m: Module):
        """The round constant's cell of this slot."""
        numbers = list(self.path.constants(SoftwareWord(self.path.register, 0)))
        constants = apply(m, "constants", lambda words: {f"cell{number}": word for number, word in
                                                         self.path.constants(words["constant"]).items()},
                          {"constant": self.constant}, {f"cell{number}": self.cell for number in numbers})
        added = Const(0, self.cell)
        for number in numbers:
            added = added | (constants[f"cell{number}"] & (self.slot == number).replicate(self.cell))
        return added

# SPDX-License-Identifier: Apache-2.0
"""Cell-serial (`serial=w`): one S-box, one column of the linear layer, registers that shift by a
cell of w bits in every cycle.

The state is a shift register of 16 cells, and each tweakey word a ring of 16; in every cycle each
cell goes to the place before its own. They never stand still, so their flip-flops need no enable.
Place 0 is the front, row r begins at place 4 r. A round takes 24 slots:

```
  slot  0 … 15  shift: the front leaves through S-box, constant and tweakey, and comes in again at the back
       16 … 19  mix:   the fronts of the rows are a column; it leaves through the linear layer and comes in again a row lower
       20 … 23  shift: four places bring the rows up to where they belong
```

The rows rotate while they pass through the places behind the S-box: two cells change places in some
slots (`CellPath.row_swaps`). A tweakey word's front is added in slots 0 to 7 and stepped as it
comes in again in slots 8 to 15; after 24 = 16 + 8 cycles upper and lower rows have changed places.
Those that come up are permuted on the way, like the rows (`CellPath.tweakey_swaps`). Multiplexers
at all places of a permutation, and enables for the rows, would cost more.

An inverse round takes the same slots in the order 16 … 23, 0 … 15: the front leaves through tweakey
and constant, and then through the inverse S-box, before which the rows rotate back. A decryption
starts with the tweakey of the first round. It first *walks*: rounds in which the state only turns
while tweakey and constant step on.

Blocks and tweakeys are read and written cell by cell, cell 0 first. A word of input is a cell of
the block and one of each tweakey word, the first tweakey word most significant; 16 words are a
call. Cells that a last tweakey word does not have are ignored. While words come without a gap, each
is taken at once; after a gap the next one has to wait for its place in the turning rings, which
comes by every 16 cycles: ``in_ready`` says so. A result leaves from the last place. There an
exchange of neighbours in every cycle makes a cell wait for its reader while the others turn; after
a wait the next one comes when they have turned round.

A call takes 16 cycles to read, 24 for each round, 1 to bring the first cell to the last place, and
16 to write. A decryption of r rounds takes 24 r cycles more.
"""  # noqa: E501

from amaranth.hdl import Const, Module, Mux, Signal

from ...words import SoftwareWord
from ..steps import apply
from .by_cell_control import CELLS, HALF, LAST, CellControl


class CellSerial(CellControl):
    """A block cipher.

    Ports: ``in_valid``, ``in_ready``, ``in_tweakey`` (a cell of each word), the block's ``in_NAME``
    and ``out_NAME`` (a cell), ``out_valid``, ``out_ready``. With both directions NAME is ``block``,
    and ``in_decrypt`` is the same with every word of a call. Variants for forkciphers are in
    `fork_by_cell`, which override the hooks below. Arguments: see `CellControl`.
    """

    def elaborate(self, platform):
        m = Module()
        self._name_signals()
        self._control(m)
        self._constants(m)
        self._state(m, self._tweakeys(m))
        self._variant(m)
        m.d.comb += self.result.eq(self.state[LAST])
        return m

    # Hooks: what a forkcipher does differently.

    def _source(self, m: Module):
        """The cell that goes into the S-box."""
        return self.front

    def _passed(self):
        """What comes in at the last place while nothing is computed."""
        return self.front

    def _restored(self, cell):
        """What comes out of the inverse S-box."""
        return cell

    def _variant(self, m: Module) -> None:
        """Further registers."""

    def _applied(self, m: Module, name: str, function, word):
        """A function of one word, as a module of its own."""
        return apply(
            m,
            name,
            lambda words: {"word": function(words["word"])},
            {"word": word},
            {"word": len(word)},
        )["word"]

    def _constants(self, m: Module) -> None:
        following = self._applied(m, "count", self.path.count, self.constant)
        if self.encdec:
            following = self._either(
                self._applied(m, "count_back", self.path.inverse.count, self.constant), following
            )
        # In every clock while words come, so that it needs no reset.
        with m.If(self.loading):
            m.d.sync += self.constant.eq(self.path.constant_at(0))
        with m.Elif(self.steps):
            m.d.sync += self.constant.eq(following)

    def _in_slots(self, slots: tuple[int, ...]):
        found = Const(0, 1)
        for slot in slots:
            found = found | (self.slot == slot)
        return found

    def _swaps(self, swaps, while_one) -> list:
        """Places whose cells are exchanged, and when."""
        return [
            (
                swap.places,
                while_one & self._either(self._in_slots(swap.back), self._in_slots(swap.slots)),
            )
            for swap in swaps
        ]

    def _swapped(self, m: Module, name: str, swaps: list, sources: list) -> list:
        """What each place takes after exchanges."""
        for places, when in swaps:
            signal = Signal(name=f"{name}_{places[0]}_{places[1]}")
            m.d.comb += signal.eq(when)
            one, other = (sources[place] for place in places)
            sources[places[0]], sources[places[1]] = (
                Mux(signal, other, one),
                Mux(signal, one, other),
            )
        return sources

    def _tweakeys(self, m: Module):
        """The rings of the tweakey words; the sum of their fronts."""
        # In rounds alone: while words come or leave the rings only turn.
        total, swaps = Const(0, self.cell), self._swaps(self.path.tweakey_swaps, self.running)
        for index in range(self.path.tweakeys):
            ring = [
                Signal(self.cell, name=f"tk{index + 1}_{place}", reset_less=True)
                for place in range(CELLS)
            ]
            loaded = self._loaded(index)
            sources = [*ring[1:], Mux(self.taken, loaded, self._stepped(m, index, ring[0]))]
            sources = self._swapped(m, f"swap{index + 1}", swaps, sources)
            m.d.sync += [cell.eq(source) for cell, source in zip(ring, sources)]
            total = total ^ ring[0]
        return total

    def _loaded(self, index: int):
        """The cell of a tweakey word that comes with a word of input; a last one that is not full
        is filled up with zeros.
        """
        cell, last = (
            self.in_tweakey.word_select(self.path.tweakeys - 1 - index, self.cell),
            self.path.last_cells,
        )
        if index < self.path.tweakeys - 1 or last == CELLS:
            return cell
        # While words come a slot is the number of the cell.
        return cell & (self.slot < last).replicate(self.cell)

    def _stepped(self, m: Module, index: int, front):
        """The front of a tweakey ring as it comes in again."""
        stepped = self._applied(
            m, f"step_tweakey{index + 1}", lambda cell: self.path.step_tweakey(cell, index), front
        )
        if self.encdec:
            inverse = self.path.inverse.step_tweakey
            back = self._applied(
                m, f"step_tweakey_back{index + 1}", lambda cell: inverse(cell, index), front
            )
            stepped = self._either(back, stepped)
        # The LFSRs step two of the four rows, whose cells come by in these slots.
        return Mux(self.running & self.slot[3], stepped, front)

    def _state(self, m: Module, tweakey) -> None:
        """The cells of the state."""
        mixes, x = Signal(name="mixes"), self.state
        # Slots 16 to 19: a column in each, behind the S-boxes.
        m.d.comb += mixes.eq(self.computing & self.slot[4] & ~self.slot[2])
        columns = apply(
            m,
            "mix",
            self._mix,
            {
                **{f"x{row}": x[4 * row] for row in range(4)},
                **({"back": self.backward} if self.encdec else {}),
            },
            {f"x{row}": self.cell for row in range(4)},
        )
        computed = self._substituted(m, tweakey)
        passed = Mux(self.substituting, computed, self._passed())
        # A swap without slots is for inverse rounds alone.
        (places, when), *others = self._swaps(
            [swap for swap in self.path.row_swaps if swap.slots or self.encdec], self.computing
        )
        sources = self._swapped(
            m,
            "swap",
            # The exchange at the last place also makes a cell wait for its reader.
            [(places, when | self.waits), *others],
            [*x[1:], Mux(self.taken, self.block, passed)],
        )
        # They come in a row lower; four more slots bring them up.
        for row in range(4):
            sources[4 * row + 3] = Mux(mixes, columns[f"x{(row - 1) % 4}"], sources[4 * row + 3])
        m.d.sync += [cell.eq(source) for cell, source in zip(x, self._walked(sources))]

    def _walked(self, sources: list) -> list:
        """What each place takes, where a walk may be of an odd number of rounds: they turn the
        state one and a half times each.

        So that the state is in place again, the halves turn by themselves in slots 16 to 23 of
        walking rounds.
        """
        if not self._walks() or (self.path.fork is None and self.path.rounds % 2 == 0):
            return sources
        apart = self.running & self.walking & self.slot[4]
        for place, front in ((HALF - 1, 0), (LAST, HALF)):
            sources[place] = Mux(apart, self.state[front], sources[place])
        return sources

    def _mix(self, words: dict) -> dict:
        column = list(words.values())
        return dict(
            zip(
                words,
                # Both directions are one circuit, since matrix and inverse share gates.
                self.path.inverse.mix(column[:4], column[4])
                if self.encdec
                else self.path.mix(column),
            )
        )

    def _substituted(self, m: Module, tweakey):
        """The front as it comes in again: S-box, then constant and tweakey, or back."""
        # Slots 0 to 7: a tweakey is added to two of the four rows.
        added = self._added(m) ^ (tweakey & (~self.slot[3]).replicate(self.cell))
        there = self._applied(m, "substitute", self.path.substitute, self._source(m))
        summed = self._either(self.front, there) ^ added
        if not self.encdec:
            return summed
        return self._either(
            self._restored(
                self._applied(m, "substitute_back", self.path.inverse.substitute, summed)
            ),
            summed,
        )

    def _added(self, m: Module):
        """The round constant's cell of this slot."""
        # Only some cells have a constant, whatever the register holds.
        numbers = list(self.path.constants(SoftwareWord(self.path.register, 0)))
        constants = apply(
            m,
            "constants",
            lambda words: {
                f"cell{number}": word
                for number, word in self.path.constants(words["constant"]).items()
            },
            {"constant": self.constant},
            {f"cell{number}": self.cell for number in numbers},
        )
        added = Const(0, self.cell)
        for number in numbers:
            added = added | (
                constants[f"cell{number}"] & (self.slot == number).replicate(self.cell)
            )
        return added

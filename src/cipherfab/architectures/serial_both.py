"""Cell-serial (`serial=w`) in both directions: the registers and the 24 slots of `serial`, and an inverse round through them.

An inverse round starts with the slots that a round ends with, which work the other way, and ends with the chain:

```
  slot 16 … 19  mix:   the four fronts leave through the inverse of the linear layer
       20 … 23  rows:  row r turns r times, as it turns 4 - r times in a round
        0 … 15  chain: the front leaves through tweakey and constant, and then through the inverse S-box
```

The rings of the tweakey turn on in the same direction; so that half of a tweakey word which is added in slots 0 to 7 is that of the
round that is undone, and the other one is stepped back in slots 8 to 15. A permutation and its inverse with multiplexers at eight
places would cost more than all else that decryption needs; instead they are a few exchanges of two cells in the course of a round,
between two pairs of places (`Inverse.swaps`).

A decryption starts with the tweakey of the first round. It first *walks*: rounds in which the state stands still while the tweakey
and the constant step on. For r rounds it takes 24 r cycles more than an encryption.
"""

from dataclasses import replace

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib.wiring import In

from ..ciphers.serial import SerialPath
from .serial import CELLS, LAST_SLOT, Serial
from .steps import apply

FIRST_SLOT_BACK = CELLS
"""The slot in which an inverse round starts; it ends with the one before."""


class SerialBoth(Serial):
    """A block cipher, encryption and decryption.

    Ports: those of `Serial`; ``in_block`` and ``out_block`` instead of plaintext and ciphertext; ``in_decrypt``, the same with every
    word of a call. A variant for forkciphers is in `serial_fork_both`, which overrides the hooks.
    """

    def __init__(self, path: SerialPath, more: dict | None = None):
        super().__init__(replace(path, plaintext="block", ciphertext="block"), {**(more or {}), "in_decrypt": In(1)})

    def _name_signals(self) -> None:
        super()._name_signals()
        self.backward, self.walking = (Signal(name=name, reset_less=True) for name in ("backward", "walking"))
        self.steps, self.finishes, self.turns_back = (Signal(name=name) for name in ("steps", "finishes", "turns_back"))

    # Hooks: what a forkcipher does differently.

    def _begin(self, m: Module) -> None:
        """With each word of a call."""
        m.d.sync += [self.backward.eq(0), self.walking.eq(self.in_decrypt)]

    def _ends(self, m: Module):
        """1 in the round after which a result is there."""
        return Mux(self.backward, self.at(0), self.after_round(self.path.rounds) & ~self.walking)

    def _turns(self, m: Module):
        """1 in the walking round after which inverse rounds begin."""
        return self.after_round(self.path.rounds)

    def _restored(self, cell):
        """What comes out of the inverse S-box."""
        return cell

    def at(self, number: int):
        """1 while exactly so many rounds are done, of inverse ones: undone but for so many."""
        return self.constant == self.path.constant_at(number)

    def _control(self, m: Module) -> None:
        """Reading, running, giving; the slots of each; which cell is in front in the tweakey rings."""
        last_cell, last_slot = self.slot == CELLS - 1, self.slot == LAST_SLOT
        m.d.comb += [
            self.loading.eq(~self.running & ~self.giving), self.in_ready.eq(self.loading & (self.slot == self.turn)),
            self.taken.eq(self.in_valid & self.in_ready), self.out_valid.eq(self.giving & ~self.running),
            self.given.eq(self.out_valid & self.out_ready), self.busy.eq(self.running & ~self.giving),
            self.steps.eq(self.busy & last_slot), self.round_ends.eq(self.busy & Mux(self.backward, last_cell, last_slot)),
            self.finishes.eq(self.round_ends & self._ends(m)),
            self.turns_back.eq(self.steps & ~self.backward & self.walking & self._turns(m))]
        m.d.sync += self.turn.eq(self.turn + 1)
        with m.If(self.loading & (self.slot == 0) & ~self.taken):
            m.d.sync += self.turn.eq(0)
        with m.If(self.taken | self.given | self.busy):
            ends = self.steps | self.finishes | (~self.running & last_cell)
            m.d.sync += self.slot.eq(Mux(ends, Mux(self.turns_back, FIRST_SLOT_BACK, 0), self.slot + 1))
        with m.If(self.taken):
            self._begin(m)
        with m.If(self.taken & last_cell):
            m.d.sync += self.running.eq(1)
        with m.If(self.turns_back):
            m.d.sync += [self.backward.eq(1), self.walking.eq(0)]
        with m.If(self.finishes):
            m.d.sync += [self.running.eq(0), self.giving.eq(1)]
        with m.If(self.given & last_cell):
            self._given_all(m)

    def _constants(self, m: Module) -> None:
        count, back = (apply(m, name, lambda words, step=step: {"constant": step(words["constant"])}, {"constant": self.constant},
                             {"constant": self.path.register})["constant"]
                       for name, step in (("count", self.path.count), ("count_back", self.path.inverse.count)))
        with m.If(self.loading):
            m.d.sync += self.constant.eq(self.path.constant_at(0))
        with m.Elif(self.steps):
            m.d.sync += self.constant.eq(Mux(self.backward, back, count))

    def _tweakeys(self, m: Module):
        """The rings of the tweakey words; the sum of their fronts."""
        total, swaps = Const(0, self.cell), self._swaps(m)
        for index in range(self.path.tweakeys):
            ring = [Signal(self.cell, name=f"tk{index + 1}_{place}", reset_less=True) for place in range(CELLS)]
            loaded = self.in_tweakey.word_select(self.path.tweakeys - 1 - index, self.cell)
            sources = [*ring[1:], Mux(self.taken, loaded, self._stepped(m, index, ring[0]))]
            for when, (one, other) in swaps:
                sources[one], sources[other] = (Mux(when, sources[other], sources[one]), Mux(when, sources[one], sources[other]))
            m.d.sync += [cell.eq(source) for cell, source in zip(ring, sources)]
            total = total ^ ring[0]
        return total

    def _swaps(self, m: Module) -> list[tuple[Signal, tuple[int, int]]]:
        """When cells of the tweakey change places, and which."""
        found = []
        for swap in self.path.inverse.swaps:
            when = Signal(name=f"swap_{swap.places[0]}_{swap.places[1]}")
            m.d.comb += when.eq(self.busy & Mux(self.backward, self._in_slots(swap.back), self._in_slots(swap.slots)))
            found.append((when, swap.places))
        return found

    def _in_slots(self, slots: tuple[int, ...]):
        found = Const(0, 1)
        for slot in slots:
            found = found | (self.slot == slot)
        return found

    def _stepped(self, m: Module, index: int, front):
        """The front of a tweakey ring as it comes in again."""
        there, back = (apply(m, f"{name}{index + 1}", lambda words, step=step: {"cell": step(words["cell"], index)},
                             {"cell": front}, {"cell": self.cell})["cell"]
                       for name, step in (("step_tweakey", self.path.step_tweakey),
                                          ("step_tweakey_back", self.path.inverse.step_tweakey)))
        return Mux(self.running & self.slot[3], Mux(self.backward, back, there), front)

    def _stands(self):
        return self.walking

    def _state(self, m: Module, tweakey) -> None:
        """The chain of cells, its rows and columns."""
        chains, mixes, low = ~self.slot[4], self.slot[2] ^ self.backward, self.slot[:2]
        columns = apply(m, "mix", self._mix, {**{f"x{row}": self.rows[row][3] for row in range(4)}, "back": self.backward},
                        {f"x{row}": self.cell for row in range(4)})
        coming = [self.rows[1][3], self.rows[2][3], self.rows[3][3],
                  Mux(self.running, self._substituted(m, tweakey), self.in_block)]
        moves = Signal(name="moves")
        m.d.comb += moves.eq(self.taken | self.given | (self.busy & ~self._stands()))
        for number, row in enumerate(self.rows):
            rotation = self.path.rotations[number]
            mixed = columns[f"x{number}"]
            turned = Mux(mixes, mixed, row[3]) if rotation else mixed
            waits = ~chains & ~mixes & (Mux(self.backward, low >= rotation, low >= 4 - rotation) if rotation else 1)
            with m.If(moves & ~waits):
                m.d.sync += row[0].eq(Mux(chains, coming[number], turned))
                m.d.sync += [row[place].eq(row[place - 1]) for place in (1, 2, 3)]

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

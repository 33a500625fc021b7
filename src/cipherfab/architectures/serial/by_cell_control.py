# SPDX-License-Identifier: Apache-2.0
"""The control of cell-serial cores: ports, reading, the slots of a round, giving; see `by_cell`."""

from amaranth.hdl import Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from ...primitives.by_cell import CellPath

CELLS, HALF = 16, 8
LAST_SLOT = 23

FIRST_SLOT_BACK = CELLS
"""The slot in which an inverse round starts; it ends with the one before."""

LAST = CELLS - 1
"""The last place, and the number of the last cell."""


class CellControl(wiring.Component):
    """Ports, signals and control of a `by_cell.CellSerial`; variants for forkciphers override the
    hooks.

    Args:
        path: what is computed.
        encdec: in both directions.

    Attributes:
        cell: w.
    """

    blocks = 1
    """Blocks of a result."""

    def __init__(self, path: CellPath, *, encdec: bool = False):
        self.path, self.cell, self.encdec = path, path.cell, encdec
        given, taken = (
            ("in_block", "out_block")
            if encdec
            else (f"in_{path.plaintext}", f"out_{path.ciphertext}")
        )
        super().__init__(
            wiring.Signature(
                {
                    "in_valid": In(1),
                    "in_ready": Out(1),
                    "in_tweakey": In(path.tweakeys * path.cell),
                    given: In(path.cell),
                    **self._more_ports(),
                    **({"in_decrypt": In(1)} if encdec else {}),
                    "out_valid": Out(1),
                    "out_ready": In(1),
                    taken: Out(path.cell),
                }
            )
        )
        self.block, self.result = getattr(self, given), getattr(self, taken)

    def _name_signals(self) -> None:
        self.running, self.giving = Signal(name="running"), Signal(name="giving")
        self.slot, self.turn = (
            # It counts the 24 slots of a round, or up to 32 cells of a result.
            Signal(5, name="slot"),
            Signal(range(CELLS * self.blocks), name="turn", reset_less=True),
        )
        self.constant = Signal(self.path.register, name="constant", reset_less=True)
        self.state = [
            Signal(self.cell, name=f"x{place}", reset_less=True) for place in range(CELLS)
        ]
        self.front = self.state[0]
        # A constant where there is no such round, so that synthesis removes what it chooses.
        self.backward, self.walking = (
            Signal(name=name, reset_less=True) if wanted else Const(0, 1)
            for name, wanted in (("backward", self.encdec), ("walking", self._walks()))
        )
        self.loading, self.taken, self.given, self.empty = (
            Signal(name=name) for name in ("loading", "taken", "given", "empty")
        )
        self.computing, self.substituting, self.steps = (
            Signal(name=name) for name in ("computing", "substituting", "steps")
        )
        self.round_ends, self.finishes, self.turns_back, self.turns_forward = (
            Signal(name=name) for name in ("round_ends", "finishes", "turns_back", "turns_forward")
        )
        self.shifts, self.waits = Signal(name="shifts"), Signal(name="waits")

    # Hooks: what a forkcipher does differently.

    def _more_ports(self) -> dict:
        return {}

    def _walks(self) -> bool:
        """Whether there are walking rounds."""
        return self.encdec

    def _begin(self, m: Module) -> None:
        """With each word of a call."""
        if self.encdec:
            m.d.sync += [self.backward.eq(0), self.walking.eq(self.in_decrypt)]

    def _ends(self, m: Module):
        """1 in the round after which the result is there."""
        return self._either(self.at(0), self.after_round(self.path.rounds) & ~self.walking)

    def _restarts(self):
        """1 in the inverse round after which rounds begin."""
        return Const(0, 1)

    def after_round(self, number: int):
        """1 in the round that ends with so many done."""
        # The constant steps on only as the round ends.
        return self.at(number - 1)

    def at(self, number: int):
        """1 while exactly so many rounds are done."""
        return self.constant == self.path.constant_at(number)

    def _either(self, back, there):
        """The one in inverse rounds, the other in rounds."""
        return Mux(self.backward, back, there) if self.encdec else there

    def _control(self, m: Module) -> None:
        """Reading, running, giving; the slots of each."""
        last_slot = self.slot == LAST_SLOT
        m.d.comb += [
            self.loading.eq(~self.running & ~self.giving),
            # `turn` says which cell is in front while words come: a word waits until that is its
            # own.
            self.in_ready.eq(self.loading & (self.slot == self.turn[:4])),
            self.taken.eq(self.in_valid & self.in_ready),
            self.out_valid.eq(self.giving & ~self.empty),
            self.given.eq(self.out_valid & self.out_ready),
            self.computing.eq(self.running & ~self.walking),
            # Slots 0 to 15.
            self.substituting.eq(self.computing & ~self.slot[4]),
            self.steps.eq(self.running & last_slot),
            self.round_ends.eq(self.running & self._either(self.slot == LAST, last_slot)),
            self.finishes.eq(self.round_ends & self._ends(m)),
        ]
        ends = Mux(
            self.running,
            self.steps | self.finishes | self.turns_forward,
            # Where nothing is computed a slot is the number of a cell.
            self.slot == Mux(self.giving, CELLS * self.blocks - 1, LAST),
        )
        with m.If(self.taken | self.given | self.running):
            m.d.sync += self.slot.eq(
                Mux(ends, Mux(self.turns_back, FIRST_SLOT_BACK, 0), self.slot + 1)
            )
        with m.If(self.taken):
            self._begin(m)
        with m.If(self.taken & ends):
            m.d.sync += self.running.eq(1)
        with m.If(self.finishes):
            m.d.sync += [self.running.eq(0), self.giving.eq(1)]
        with m.If(self.given & ends):
            m.d.sync += self.giving.eq(0)
        if self.encdec:
            self._turning(m)
        self._waiting(m)

    def _turning(self, m: Module) -> None:
        """From walking rounds to inverse ones, and back."""
        m.d.comb += [
            self.turns_back.eq(
                self.steps & ~self.backward & self.walking & self.after_round(self.path.rounds)
            ),
            self.turns_forward.eq(self.round_ends & self.backward & self._restarts()),
        ]
        with m.If(self.turns_back):
            m.d.sync += [self.backward.eq(1), self.walking.eq(0)]

    def _waiting(self, m: Module) -> None:
        """``turn``: while words come, which cell is in front; while they are given, how far the
        others have turned round.

        ``empty``: the cell at the last place has been taken, or is none of the result.
        """
        others = CELLS * self.blocks - 1
        m.d.comb += [
            self.shifts.eq((self.turn == 0) & (self.given | self.empty)),
            self.waits.eq(self.giving & ~self.shifts),
        ]
        m.d.sync += self.empty.eq(~self.giving | (~self.shifts & (self.empty | self.given)))
        begins = Mux(
            self.giving,
            self.shifts | (self.turn == others - 1),
            self.finishes | (self.loading & (self.slot == 0) & ~self.taken),
        )
        m.d.sync += self.turn.eq(Mux(begins, 0, self.turn + 1))

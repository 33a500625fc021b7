"""Cell-serial forkciphers, encryption only: without a register for the fork, or with a ring of 16 cells for it; see `serial`."""

from collections.abc import Sequence

from amaranth.hdl import Array, Const, Module, Mux, Signal
from amaranth.lib.wiring import In

from ..ciphers.serial import SerialPath
from .serial import CELLS, HALF, LAST_SLOT, Serial


def at_slot(core: Serial, cells: Sequence[int]):
    """Which of 16 constant cells belongs to the slot."""
    return Array(Const(cell, core.cell) for cell in cells)[core.slot[:4]]


class _SerialFork(Serial):
    """What both have: the constant of the left branch."""

    def _branch_constant(self):
        """The cell of it that belongs to the slot."""
        return at_slot(self, self.path.fork.constant)


class SerialRestart(_SerialFork):
    """One block of output for a call (`restart`): ``in_left`` says which, with every word of the call.

    For both blocks the user gives the same call twice; nothing is stored of the fork. For the left block the state stands still
    after the fork while the tweakey goes through the rounds of the right branch.
    """

    def __init__(self, path: SerialPath):
        super().__init__(path, {"in_left": In(1)})

    def _source(self, m: Module):
        branches = self.left & self.at(self.path.fork.middle)
        return self.front ^ (self._branch_constant() & branches.replicate(self.cell))

    def _stands(self):
        return self.skipping

    def _ends(self, m: Module):
        return self.after_round(self.path.rounds) | (~self.left & self.after_round(self.path.fork.middle))

    def _name_signals(self) -> None:
        super()._name_signals()
        self.left, self.skipping = Signal(name="left", reset_less=True), Signal(name="skipping")

    def _variant(self, m: Module) -> None:
        with m.If(self.taken):
            m.d.sync += self.left.eq(self.in_left)
        with m.If(self.round_ends & self.left & self.after_round(self.path.fork.before)):
            m.d.sync += self.skipping.eq(1)
        with m.If(self.round_ends & self.after_round(self.path.fork.middle)):
            m.d.sync += self.skipping.eq(0)


class SerialStored(_SerialFork):
    """Both blocks for a call: 16 cells of the right one, then 16 of the left one.

    The forking state leaves the chain of the state in the first round of the right branch and is kept in a ring of its own. That
    one turns in slots 0 to 15; in the other slots of a round its halves turn by themselves, so that a round leaves it as it was.
    After the right block has been taken the left branch waits until the rings are in place again.
    """

    def _name_signals(self) -> None:
        super()._name_signals()
        self.fork = [Signal(self.cell, name=f"fork_{place}", reset_less=True) for place in range(CELLS)]

    def _source(self, m: Module):
        return Mux(self.at(self.path.fork.middle), self.fork[0] ^ self._branch_constant(), self.front)

    def _ends(self, m: Module):
        return self.after_round(self.path.fork.middle) | self.after_round(self.path.rounds)

    def _given_all(self, m: Module) -> None:
        with m.If(self.at(self.path.fork.middle)):
            m.d.sync += self.running.eq(1)
        with m.Else():
            m.d.sync += self.giving.eq(0)

    def _variant(self, m: Module) -> None:
        halves, captures = self.slot[4], self.at(self.path.fork.before)
        m.d.sync += [self.fork[place].eq(self.fork[place + 1]) for place in range(CELLS - 1) if place != HALF - 1]
        m.d.sync += [self.fork[HALF - 1].eq(Mux(halves, self.fork[0], self.fork[HALF])),
                     self.fork[-1].eq(Mux(halves, self.fork[HALF], Mux(captures, self.front, self.fork[0])))]
        in_place = (LAST_SLOT + 1) * self.path.fork.middle % CELLS
        with m.If(self.running & self.giving & (self.turn == (in_place - 1) % CELLS)):
            m.d.sync += self.giving.eq(0)

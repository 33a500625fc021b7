# SPDX-License-Identifier: Apache-2.0
"""Cell-serial forkciphers: without a register for the fork, or with a ring of 16 cells for it; see
`serial`.

A decryption is given the left block. It walks to the last round, goes back to the fork, walks back
through the right branch, and goes back to the plaintext: with r_init rounds before the fork and r
of each branch, 2 r_init + 4 r rounds of 24 cycles.
"""

from collections.abc import Sequence

from amaranth.hdl import Array, Const, Module, Mux, Signal
from amaranth.lib.wiring import In

from ...primitives.by_cell import CellPath
from ...words import SoftwareWord
from .by_cell import CellSerial
from .by_cell_control import CELLS, HALF, LAST


class _ForkedCellSerial(CellSerial):
    """What both have: the way of a decryption to the plaintext."""

    def __init__(self, path: CellPath, *, encdec: bool = False):
        self.before, self.middle = path.fork.before, path.fork.middle
        super().__init__(path, encdec=encdec)

    def _at_slot(self, cells: Sequence[int]):
        """Which of 16 constant cells belongs to the slot."""
        return Array(Const(cell, self.cell) for cell in cells)[self.slot[:4]]

    def _variant(self, m: Module) -> None:
        if self.encdec:
            # The left branch is undone down to the middle; the right one, below it, is only walked
            # through.
            with m.If(
                self.round_ends & self.backward & (self.at(self.middle) | self.at(self.before))
            ):
                m.d.sync += self.walking.eq(self.at(self.middle))


def branch_before_mix(path: CellPath) -> list[int]:
    """The cells that, added before rows are rotated and columns mixed, have the effect of the left
    branch's constant after it.
    """
    cells = [SoftwareWord(path.cell, cell) for cell in path.fork.constant]
    # Rows follow each other, so that the cells of a column are four apart.
    columns = [path.inverse.mix(cells[column::4], SoftwareWord(1, 1)) for column in range(4)]
    return [
        # The rotation of the rows is taken back too.
        int(columns[(place + path.rotations[row]) % 4][row])
        for row in range(4)
        for place in range(4)
    ]


class RestartedCellSerial(_ForkedCellSerial):
    """One block of output for a call (`restart`): ``in_left`` and ``in_decrypt``, with every word
    of the call, say which.

    For both blocks the user gives the same call twice; nothing is stored of the fork. For the left
    block the tweakey walks through the rounds of the right branch. A decryption is given the left
    block and gives the plaintext; ``in_left`` then has no meaning. The right block is that of
    another call, which encrypts the plaintext.
    """

    def _more_ports(self) -> dict:
        return {"in_left": In(1)}

    def _walks(self) -> bool:
        return True

    def _name_signals(self) -> None:
        super()._name_signals()
        self.left = Signal(name="left", reset_less=True)

    def _begin(self, m: Module) -> None:
        super()._begin(m)
        m.d.sync += (
            self.left.eq(self.in_left & ~self.in_decrypt)
            if self.encdec
            # `walking` has no reset, so that each call has to clear it.
            else [self.left.eq(self.in_left), self.walking.eq(0)]
        )

    def _ends(self, m: Module):
        # A walk passes these places too, and ends no call there.
        right = ~self.left & self.after_round(self.middle)
        return self._either(
            self.at(0), ~self.walking & (right | self.after_round(self.path.rounds))
        )

    def _added(self, m: Module):
        """The left branch's constant comes a round before the fork, taken back through the linear
        layer: there it is added alike in both directions.
        """
        adds = (self.left | self.backward) & self.at(self.before - 1)
        return super()._added(m) ^ (
            self._at_slot(branch_before_mix(self.path)) & adds.replicate(self.cell)
        )

    def _variant(self, m: Module) -> None:
        super()._variant(m)
        # For the left block the state only turns in the rounds of the right branch.
        with m.If(self.steps & self.left & self.after_round(self.before)):
            m.d.sync += self.walking.eq(1)
        with m.If(self.steps & self.left & self.after_round(self.middle)):
            m.d.sync += self.walking.eq(0)


class StoredCellSerial(_ForkedCellSerial):
    """Both blocks for a call, 16 cells each: right and left block, or of a decryption plaintext and
    right block.

    The forking state leaves the state's shift register in the first round of the right branch and
    is kept in a ring of its own. That one turns in slots 0 to 15; in the other slots of a round its
    halves turn by themselves, so that a round leaves it as it was. When the left branch starts from
    there, the right block takes its place. In the end the two are one shift register of 32 cells.

    A decryption keeps what the left branch starts from, which differs by the branch's constant.
    From the plaintext it walks to the fork again; when the right branch starts from the ring, the
    plaintext takes its place.
    """

    blocks = 2

    def _name_signals(self) -> None:
        super()._name_signals()
        self.fork = [
            Signal(self.cell, name=f"fork_{place}", reset_less=True) for place in range(CELLS)
        ]
        self.second = Signal(name="second", reset_less=True) if self.encdec else Const(0, 1)
        self.branch, self.next = Signal(self.cell, name="branch"), Signal(self.cell, name="next")

    def _begin(self, m: Module) -> None:
        super()._begin(m)
        if self.encdec:
            m.d.sync += self.second.eq(0)

    def _ends(self, m: Module):
        # From the plaintext of a decryption only the right branch is computed.
        ends = self.after_round(self.path.rounds) | (self.second & self.after_round(self.middle))
        return ~self.backward & ~self.walking & ends

    def _restarts(self):
        return self.at(0)

    def _source(self, m: Module):
        constant, starts = (
            self._at_slot(self.path.fork.constant),
            self.at(self.middle) | (self.second & self.at(self.before)),
        )
        # While blocks are given, state and ring are one shift register.
        forked = self.giving | (self.substituting & starts)
        m.d.comb += [
            self.branch.eq(constant & self.substituting.replicate(self.cell)),
            self.next.eq(Mux(forked, self.fork[0] ^ self.branch, self.front)),
        ]
        return self.next

    def _passed(self):
        return self.next

    def _restored(self, cell):
        self.unbranched = cell
        return cell ^ (self.branch & self.at(self.middle).replicate(self.cell))

    def _variant(self, m: Module) -> None:
        super()._variant(m)
        # Bit 4 is 1 in slots 16 to 23.
        halves = self.running & self.slot[4]
        keeps = self.giving | self.at(self.middle) | (~self.backward & self.at(self.before))
        kept = self._either(self.unbranched, self.front) if self.encdec else self.front
        m.d.sync += [
            self.fork[place].eq(self.fork[place + 1]) for place in range(LAST) if place != HALF - 1
        ]
        m.d.sync += [
            self.fork[HALF - 1].eq(Mux(halves, self.fork[0], self.fork[HALF])),
            self.fork[LAST].eq(Mux(halves, self.fork[HALF], Mux(keeps, kept, self.fork[0]))),
        ]
        if self.encdec:
            with m.If(self.turns_forward):
                m.d.sync += [self.backward.eq(0), self.walking.eq(1), self.second.eq(1)]
            with m.If(self.steps & self.second & self.after_round(self.before)):
                m.d.sync += self.walking.eq(0)

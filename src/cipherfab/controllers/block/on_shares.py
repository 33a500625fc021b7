# SPDX-License-Identifier: Apache-2.0
"""Controllers over a block cipher or a permutation, on shares: what all of them have in common.

All that is linear in a mode goes share by share, as a subclass says in its datapath; constants,
padding and lengths are public, and share 0 alone has them. Products are in the primitive, which is
an `architectures.protected.masked.Masked` that ``waits`` for random bits: so it takes no call
without them, not even where none is under way.

**The received tag** is not compared with the right one: their sum would say what the right one is.
It goes, in shares, into a call whose result for a sum of 0 is public (`InShares.result_for`), and
bits of that result are opened, as many as a tag has (`parts.opened`). Over a block cipher the sum
is the key of an encryption of zeros: who learns it from what is opened has found the key of a known
pair of plaintext and ciphertext. Over a permutation it stands in a state of zeros.
"""

from typing import Any

from amaranth.hdl import Module, Signal

from ...architectures.protected.masked import Masked
from ...primitives.by_gadgets import by_gadgets
from ...primitives.primitive import Primitive
from ..contract import Controller
from ..parts.opened import OPENED, added_up, opened
from ..ports import share_of, side_by_side
from ..request import Request


class InShares(Controller):
    """A `core.BlockCore`, its words in shares; with one share they are the words themselves.

    The datapath of a subclass presents the sum of both tags in the state VERIFY, as the mode says.
    """

    aead: Any
    cipher: Any
    mismatch: Any
    mismatches: int

    def result_for(self, differs: int) -> int:
        """The result of the call with a sum of both tags, as a number: of it the least significant
        bits are opened, as many as a tag has.
        """
        raise NotImplementedError

    def part(self, word, share: int):
        """A share of a word of the ports, or of a register that has them as these do."""
        return share_of(word, share, self.shares)

    def each(self, function) -> Any:
        """What a function gives for each share, side by side."""
        return side_by_side([function(share) for share in range(self.shares)])

    def of_cipher(self, port: str, share: int) -> Signal:
        """The port of the primitive for a share."""
        return getattr(self.cipher, f"{port}_{share}" if self.shares > 1 else port)

    def result(self, share: int) -> Signal:
        """A share of what the primitive gives."""
        (name,) = self.whole.outputs
        return self.of_cipher(f"out_{name}", share)

    @property
    def whole(self) -> Primitive:
        """What the primitive computes, not in shares."""
        return self.cipher.staged.primitive if self.shares > 1 else self.cipher.primitive

    def collect(self, m: Module, differences) -> None:
        """Differences of a tag into `mismatch`, as many in each bit."""
        step = -(-len(differences) // self.mismatches)
        for bit, low in zip(self.mismatch, range(0, len(differences), step)):
            # A core may compare in several clocks: what was found stays.
            m.d.sync += bit.eq(bit | differences[low : low + step].any())

    def compare(self: Any, m: Module) -> None:
        """The states VERIFY and COMPARE of a `core.BlockCore` on shares: the received tag is taken
        with a call, whose result is opened, a part in each clock.
        """
        part = Signal(range(OPENED + 1), name="part_to_open")
        opens = Signal(name="opens")
        size = 8 * self.aead.tag_bytes
        words = [self.result(share) for share in range(self.shares)]
        found = opened(m, words, size, expected=self.result_for(0), number=part, opens=opens)
        with m.State("VERIFY"):
            m.d.comb += [
                self.block.ready.eq(self.tag_valid & self.ready),
                self.call.eq(self.block.valid & self.tag_valid),
            ]
            m.d.sync += part.eq(0)
            with m.If(self.call & self.ready):
                self.enter(m, "COMPARE")
            with m.If(self.control.abort):
                self.enter(m, "START")
        with m.State("COMPARE"):
            m.d.comb += opens.eq(self.ready & (part != OPENED))
            # In every clock: what is opened is 0 but behind one that opens.
            self.collect(m, added_up(found))
            with m.If(opens):
                m.d.sync += part.eq(part + 1)
            # In this clock the last part is compared.
            with m.If(part == OPENED):
                self.enter(m, "STATUS")


def named(name: str, share: int) -> str:
    """The name of a signal of a share; of the first as without shares."""
    return f"share{share}_{name}" if share else name


def masked(
    request: Request,
    primitive: Primitive,
    loadable: frozenset[str],
    open_inputs: frozenset[str] = frozenset(),
) -> Masked:
    """A mode's primitive on shares.

    Args:
        request: what the core name asks for.
        primitive: what is masked.
        loadable: registers that are loaded without a call.
        open_inputs: inputs that are no secrets.

    Raises:
        CallError: a masked core of another kind than there is.
    """
    component = by_gadgets(primitive, request.factor, request.gadget, open_inputs=open_inputs)
    return Masked(component, waits=True, loadable=loadable)

# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common that have several calls of a block cipher in flight."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Self

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib.wiring import Component

from ...architectures.iterated.ring import Ring
from ...primitives.primitive import Primitive
from ...primitives.transformed import counted
from ..block.core import BlockCore
from ..parts.in_flight import InFlight
from ..parts.iterated import bidirectional, iterated
from ..request import Request


class CallsInFlight(BlockCore):
    """Calls of ``cipher``, and what travels with each; see `BlockCore`.

    The cipher has the ports ``in_block``, ``in_decrypt`` and ``out_block`` of
    `architectures.iterated.bidirectional`, or, if it only encrypts, an input and an output of one
    of the names in `INPUTS` and `OUTPUTS`; and others (key, tweak) that the mode drives.

    Args:
        aead, cipher, decrypts: as of `BlockCore`.
        calls: how many calls the cipher has in flight.

    Attributes:
        kinds: what a call may be for.
        kind: what the call is for that may start in this cycle: a bit for each of `kinds`.
        result: what comes out of the cipher.
        flight: what travels with the calls. ending: the fields of the call whose result is next.
    """

    INPUTS, OUTPUTS = ("plaintext", "x"), ("block", "ciphertext", "y")

    kinds: tuple[str, ...]

    def __init__(self, aead, cipher, *, decrypts: bool = True, calls: int = 1):
        self.calls = calls
        super().__init__(aead, cipher, decrypts=decrypts)
        self.kind = {name: Signal(name=f"for_{name}") for name in self.kinds}
        self.result = _port(cipher, "out", self.OUTPUTS)
        self.flight = InFlight(calls, self.entry())
        self.ending = self.flight.oldest

    @classmethod
    def of(cls, request: Request, cipher: Component | None = None, **given: Any) -> Self:
        """The controller for a core; the mode's cipher as `cipher_of` gives it, if no other."""
        given = given if cipher else {**cipher_of(request), **given}
        return super().of(request, given.pop("cipher", cipher), **given)

    def entry(self) -> dict:
        """What travels with a call, by name."""
        return dict(self.kind)

    def keep_account(self, m: Module) -> None:
        """Left to `flight`."""

    def present(self, m: Module, block, *, backwards) -> None:
        """Drive what goes into the cipher; ``backwards``: to be deciphered."""
        if self.decrypts:
            m.d.comb += [self.cipher.in_block.eq(block), self.cipher.in_decrypt.eq(backwards)]
        else:
            m.d.comb += _port(self.cipher, "in", self.INPUTS).eq(block)

    def take_results(
        self, m: Module, *, answered, waits, free=None, goes: Sequence | None = None
    ) -> None:
        """Let the result go that is next. Of one kind it is an answer, others leave at once, and of
        the kind behind which no call is in flight it waits.

        Args:
            answered, free: it is an answer, which may leave; None: when ``answer`` does.
            waits, goes: it waits until one of these is 1; None: until the tag leaves, or in START.
        """
        cipher = self.cipher
        free = self.answer.ready if free is None else free
        goes = [self.tag_leaves, self.starting] if goes is None else list(goes)
        # In a ring what a tag waits for is not to be in front of all registers.
        if hasattr(cipher, "out_held"):
            m.d.comb += [
                cipher.out_ready.eq(~answered | free),
                cipher.out_held.eq(waits & ~Cat(goes).any()),
            ]
        else:
            m.d.comb += cipher.out_ready.eq(Mux(answered, free, reduce(or_, [~waits, *goes])))

    def passes(self, kind):
        """1 if the result leaves, which is of this ``kind`` and not of the one that waits
        (`take_results`); what that one waits for is then not in front of it.
        """
        cipher = self.cipher
        return (
            cipher.out_valid & cipher.out_passes if hasattr(cipher, "out_passes") else self.left
        ) & kind


def cipher_of(request: Request, *, primitive: Primitive | None = None) -> dict[str, Any]:
    """The cipher of a core in its architecture, and how many calls it has in flight, as
    `CallsInFlight` takes them.

    Args:
        request: what the core name asks for. With decryption the cipher needs an inverse.
        primitive: another cipher than the mode's.
    """
    aead: Any = request.aead
    primitive = primitive or aead.cipher
    # A decryption that begins with the last round key needs no walk of the schedule before it.
    if request.decrypts:
        primitive = primitive.from_last_key or primitive
    if request.architecture == "inner":
        cipher = Ring(primitive, pieces=request.factor, encdec=request.decrypts)
        return {"cipher": cipher, "calls": cipher.in_flight}
    # In both directions steps must be alike (`inverse_of`), so that a count tells the last one.
    if request.decrypts and primitive.last_step:
        primitive = counted(primitive)
    make = bidirectional if request.decrypts else iterated
    return {"cipher": make(request, primitive)}


def _port(cipher, direction: str, names: tuple[str, ...]) -> Signal:
    ports = (getattr(cipher, f"{direction}_{name}", None) for name in names)
    return next(port for port in ports if port is not None)

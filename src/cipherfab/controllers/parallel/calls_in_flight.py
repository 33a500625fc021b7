# SPDX-License-Identifier: Apache-2.0
"""What controllers have in common that have several calls of a block cipher in flight."""

from amaranth.hdl import Module, Signal

from ..block.core import BlockCore
from ..parts.in_flight import InFlight


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


def _port(cipher, direction: str, names: tuple[str, ...]) -> Signal:
    ports = (getattr(cipher, f"{direction}_{name}", None) for name in names)
    return next(port for port in ports if port is not None)

# SPDX-License-Identifier: Apache-2.0
"""What core names may ask of a controller (`Takes`), and what one asks (`Request`)."""

from collections.abc import Callable
from dataclasses import dataclass

from ..modes.model import AeadModel, HashModel
from ..modes.sponge_hash import SpongeXof
from ..primitives.primitive import Primitive

EVERY = ("round", "unrolled", "full")
"""Architectures of the primitive that every controller takes."""


@dataclass(frozen=True, kw_only=True)
class Takes:
    """What core names may ask of a controller beyond what all take. Names, help texts and refusals
    follow from it.

    Attributes:
        architectures: of the primitive, as in core names, beside `EVERY`.
        strategies: what may happen at the fork of a forkcipher.
        folds: the primitive may be a folded one, whose inputs enter in a clock of their own.
        comparator: a received tag may be compared by logic of its own.
        masked: whether the core of a mode may be on shares.
        domains: such a core may have domain-oriented masking, which ``masked=1`` then means.
        ahead: whether a mode may be decided a clock ahead, see `sponge.ahead`.
        bits: a core with ``serial=1`` may be bit-serial, see `sponge.bit_serial`.
        buffer: the mode reads a message twice, so the core keeps it; the core name says how many
            bytes.
        wide: the bus may have 64 or 128 bits, see `lwc.protocol.WIDE`.
    """

    architectures: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    folds: bool = False
    comparator: bool = False
    masked: Callable[[object], bool] = lambda model: False
    domains: bool = False
    ahead: Callable[[object], bool] = lambda model: False
    bits: bool = False
    buffer: bool = False
    wide: bool = False


@dataclass(frozen=True, kw_only=True)
class Request:
    """What a controller is to be built for.

    Attributes:
        aead: the model of the AEAD, or None for a core that only hashes.
        hash: the model of the hash function that is built in, or None.
        xofs: the models of functions with an output of any length, beside the hash.
        architecture: of the primitive, as in core names: ``round``, ``unrolled``, ``full``,
            ``serial``, ``inner``, ``bits``, ``folded`` or ``masked``.
        factor: the k of ``unrolled=k`` or ``inner=k``, the w of ``serial=w``, the d of ``bits=d``
            or ``masked=d``, else 1.
        fold: of a folded primitive, what makes it of the one that the mode has, see
            `controllers.parts.iterated`.
        gadget: of a masked primitive, as in core names, or empty.
        strategy: of a forkcipher, as in core names, or empty.
        decrypts: with decryption.
        inplace: with the fewest registers for words, by a controller that has a way of its own.
        comparator: a received tag is compared by logic of its own, see `sponge.comparator`.
        tag_bytes: of a truncated tag; 0 for the whole one.
        ahead: what is done with a block is decided a clock before, see `sponge.ahead`.
        enables: with ``ahead``, registers with an enable, see `sponge.ahead_enabled`.
        bitserial: nothing but bits moves in a clock, see `sponge.bit_serial`.
        bus: bits of a bus word; only a controller that keeps the key needs to know.
        buffer_bytes: of the message buffer of a mode with two passes.
    """

    aead: AeadModel | None
    hash: HashModel | None = None
    xofs: tuple[SpongeXof, ...] = ()
    architecture: str = "round"
    factor: int = 1
    strategy: str = ""
    gadget: str = ""
    fold: Callable[[Primitive], Primitive] | None = None
    decrypts: bool = True
    inplace: bool = False
    comparator: bool = False
    tag_bytes: int = 0
    ahead: bool = False
    enables: bool = False
    bitserial: bool = False
    bus: int = 32
    buffer_bytes: int = 0

    @property
    def unrolled(self) -> int:
        """Rounds in a clock of a mode's block cipher: ``full`` is all of them, on one register."""
        return self.aead.cipher.rounds[0] if self.architecture == "full" else self.factor

# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.thetacb` and `modes.tae`: SKINNY-AEAD, Lilliput-I, Deoxys-I,
Joltik≠, SCREAM around one tweakable block cipher.

Where a few XORs take the key back from the end of a call to its beginning, which is computed from
the cipher's description, the key schedule is its only register, and that of the nonce if every
tweakey has it.
"""

from collections.abc import Mapping

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib.wiring import In, Out

from ...architectures.iterated.restored import (
    BidirectionalRestored,
    IteratedRestored,
    read_by_results,
)
from ...modes.thetacb import CALL_BITS, ThetaCb3, stream_block
from ...primitives.in_parts import TWEAKEY, resting_in_parts
from ...primitives.primitive import Primitive
from ...primitives.restored import Restored
from ...words import SoftwareWord
from ...words.hardware import build
from ..contract import Takes
from ..parts.byte_masks import count_bytes
from ..request import Request
from .over_cipher import OverCipher

REST = "tweak"
"""The part of a tweakey that is given anew for every call."""


class ThetaCbCore(OverCipher):
    """What differs from call to call is a counter, in the cipher's input ``tweakey``; see
    `OverCipher`.

    Args:
        aead, cipher, decrypts, calls: as of `OverCipher`. The cipher may be one of
            `architectures.iterated.restored`, with its tweakey in the parts of `parts_of`.
        key_bits: of ``key_word``, in which a key comes that the cipher keeps; the whole key if not
            given.
    """

    def __init__(
        self,
        aead: ThetaCb3,
        cipher,
        *,
        decrypts: bool = True,
        calls: int = 1,
        key_bits: int | None = None,
    ):
        resting = getattr(cipher, "resting", None)
        self.kept = resting.names if resting else ()
        self.key_bits = key_bits or 8 * aead.key_bytes
        # An empty block behind the last one would come too late to say that it was the last.
        self.takes_empty_ends = not aead.tweaks.reads_place
        super().__init__(aead, cipher, decrypts=decrypts, calls=calls)

    @property
    def keeps_key(self) -> bool:
        return "key" in self.kept

    @property
    def stores_nonce(self) -> bool:
        return "nonce" not in self.kept

    def key_ports(self) -> dict:
        if not self.keeps_key:
            return super().key_ports()
        return {"key_word": In(self.key_bits), "key_write": In(1), "key_free": Out(1)}

    def counted(self, m: Module) -> None:
        """The counter of blocks, and the tweakey that it makes with nonce, key and kind of call."""
        tweaks = self.aead.tweaks
        # As in `modes.thetacb.Call`.
        given = {"call": Cat(self.padded, self.starts(of="data"), self.starts(of="end"))}
        if tweaks.reads_place:
            given |= {"last": self.block.last, "length": self._length()}
        if "counter" not in self.kept:
            given["counter"] = self._count(m)
        if self.stores_nonce:
            given["nonce"] = self.nonce
        if not self.keeps_key:
            given["key"] = self.key
        kept = {name: Const(0, len(getattr(self.cipher, f"kept_{name}"))) for name in self.kept}
        made = build(m, tweaks.tweakey, {**kept, **given})
        if self.kept:
            self._keep(m)
            rest = parts_of(self.aead, counts="counter" in self.kept)[REST]
            made = {"tweak": Cat(made[TWEAKEY][bit] for bit in rest)}
        m.d.comb += [getattr(self.cipher, f"in_{name}").eq(word) for name, word in made.items()]

    def _length(self) -> Cat:
        """The bytes of the block, if it is not full."""
        return count_bytes(self.block.mask)

    def own_input(self, m: Module):
        if not self.aead.tweaks.stream:
            return 0
        return build(
            m,
            lambda words: {"stream": stream_block(self.aead, words["length"])},
            {"length": self._length()},
        )["stream"]

    def _count(self, m: Module) -> Signal:
        """The register of the counter."""
        tweaks = self.aead.tweaks
        counter = Signal(tweaks.counter_bits, name="counter", reset_less=True)
        following = self._following(m, counter)
        with m.If(self.starting | self.counter_restarts):
            m.d.sync += counter.eq(tweaks.first)
        with m.Elif(self.moves):
            m.d.sync += counter.eq(following)
        return counter

    def _following(self, m: Module, counter):
        """The counter after this one."""
        return build(
            m,
            lambda words: {"following": self.aead.tweaks.following(words["counter"])},
            {"counter": counter},
        )["following"]

    def _keep(self, m: Module) -> None:
        """A new key is shifted into the register that the cipher walks; the nonce is written to its
        own, until a message begins.
        """
        cipher = self.cipher
        if self.keeps_key:
            m.d.comb += [
                # Words come first byte first, so each pushes those before it up.
                cipher.in_key.eq(Cat(self.key_word, cipher.kept_key)[: 8 * self.aead.key_bytes]),
                cipher.in_write_key.eq(self.key_write),
                self.key_free.eq(cipher.in_ready),
            ]
        if not self.stores_nonce:
            m.d.comb += [
                cipher.in_nonce.eq(self.block.data[-8 * self.aead.nonce_bytes :]),
                # A call that an abort has left in flight still walks the register.
                cipher.in_write_nonce.eq(self.starting & ~self.under_way),
            ]
        if "counter" in self.kept:
            self._count_in_schedule(m)

    def _count_in_schedule(self, m: Module) -> None:
        """The counter comes back from a call as that of the next one; from the last one of
        associated data as the first, which it also is while nothing computes.
        """
        cipher, first = self.cipher, self.aead.tweaks.first
        due, restarts = Signal(name="restart_is_due"), Signal(name="restarts")
        came_back = cipher.came_back_counter
        following, counts = self._following(m, came_back), self.counts()
        if not isinstance(counts, Const):
            # It is known as the call starts, and needed when the counter comes back.
            counts = Signal(name="call_counts", reset_less=True)
            with m.If(self.started):
                m.d.sync += counts.eq(self.counts())
        m.d.comb += [
            restarts.eq(due | self.counter_restarts),
            cipher.in_counter.eq(first),
            cipher.in_write_counter.eq(self.starting | restarts),
            cipher.in_back_counter.eq(Mux(restarts, first, Mux(counts, following, came_back))),
        ]
        # The call in flight brings its counter back later; that must be the first one too.
        m.d.sync += due.eq(self.counter_restarts | (due & ~self.started))

    def counts(self):
        """All calls, but for one that has the counter value of the tag behind it."""
        return Const(1) if self.aead.tweaks.counts_padded else ~self.kind["partial"]


def parts_of(aead: ThetaCb3, *, counts: bool = True) -> dict[str, tuple[int, ...]]:
    """The bits of the tweakey that are always those of the key, of the nonce and, if it ``counts``,
    of the counter, and the others.

    A word that is not in all tweakeys alike is no part.
    """
    widths = {
        "counter": aead.tweaks.counter_bits,
        "call": CALL_BITS,
        "nonce": 8 * aead.nonce_bytes,
        "key": 8 * aead.key_bytes,
    }
    found = {name: _wires(aead, widths, name) for name in ("key", "nonce", *["counter"] * counts)}
    found = {name: bits for name, bits in found.items() if bits}
    taken = {bit for bits in found.values() for bit in bits}
    width = aead.cipher.inputs[TWEAKEY]
    return {**found, REST: tuple(bit for bit in range(width) if bit not in taken)}


def _wires(aead: ThetaCb3, widths: Mapping[str, int], name: str) -> tuple[int, ...]:
    """For each bit of a word the bit of the tweakey that it is in every call; nothing if one of
    them is not.
    """

    def tweakey(call: int, value: int) -> int:
        words = {other: SoftwareWord(width, 0) for other, width in widths.items()}
        given = {
            **words,
            "call": SoftwareWord(CALL_BITS, call),
            name: SoftwareWord(widths[name], value),
        }
        return int(aead.tweaks.tweakey(given)[TWEAKEY])

    bits = []
    for bit in range(widths[name]):
        changes = {tweakey(call, 1 << bit) ^ tweakey(call, 0) for call in range(1 << CALL_BITS)}
        # The same single bit of the tweakey, in every kind of call.
        if len(changes) > 1 or max(changes).bit_count() != 1:
            return ()
        bits.append(max(changes).bit_length() - 1)
    return tuple(bits)


def resting_of(aead: ThetaCb3, *, decrypts: bool) -> Restored | None:
    """The cipher of the mode with what its schedule can keep; None if that is no key.

    A counter that a result reads has a register of its own: it would go on before the result has
    left.
    """
    cipher = aead.cipher
    if TWEAKEY not in cipher.inputs:
        return None
    parts = parts_of(aead)
    if "key" not in parts or (decrypts and cipher.inverse is None):
        return None
    resting = _resting(cipher, parts)
    if resting and "counter" in read_by_results(resting, encdec=decrypts):
        resting = _resting(cipher, parts_of(aead, counts=False))
    return resting


def _resting(cipher: Primitive, parts: Mapping[str, tuple[int, ...]]) -> Restored | None:
    return resting_in_parts(cipher, parts, [name for name in parts if name != REST])


MODELS = (ThetaCb3,)
TAKES = Takes(architectures=("inner",), folds=True)


def make(request: Request) -> ThetaCbCore:
    """The controller for a core. With several calls in flight, or a call in a cycle, the cipher
    keeps nothing.
    """
    aead, decrypts = request.aead, request.decrypts
    one_at_a_time = (
        request.architecture not in ("inner", "folded") and request.unrolled < aead.cipher.rounds[0]
    )
    resting = resting_of(aead, decrypts=decrypts) if one_at_a_time else None
    if resting is None:
        return ThetaCbCore.of(request)
    architecture = BidirectionalRestored if decrypts else IteratedRestored
    # Of what rests the counter alone is stored as something else than it was.
    cipher = architecture(
        resting, unrolled=request.unrolled, changes={"counter"} & set(resting.names)
    )
    return ThetaCbCore.of(request, cipher, key_bits=request.bus)

# SPDX-License-Identifier: Apache-2.0
"""The hardware controllers of `romulus`: Romulus-N around one tweakable block cipher, for both
directions.

The state S is the cipher's result: a block is added to it in the cycle that starts the next call,
and the answer G(S) ^ block leaves in that cycle. So calls follow each other without a gap, and a
call needs no cycle but its rounds, and one more if the inputs enter in a clock of their own.

A call for associated data takes two blocks, one into the state and one into the tweak. The first of
them waits in a register while the cipher still works on the call before (`RomulusCore`), or it
waits where it comes from until it can be added to the result without a call
(`FoldedRomulusCore`).
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ...architectures.iterated.folded_restored import FoldedRestored
from ...architectures.iterated.restored import IteratedRestored
from ...ciphers.skinny import MEMBERS
from ...ciphers.skinny_in_parts import Parts, in_parts
from ...modes.romulus import BLOCK, RomulusN
from ...primitives.primitive import software
from ..parts.byte_masks import only_if
from ..parts.declared import Flag, Register, Wire, block_bits
from ..request import Request, Takes
from .core import BlockCore
from .on_shares import masked
from .romulus_datapath import RomulusDatapath


class RomulusCore(RomulusDatapath):
    """A block for the state waits in a register of its own.

    Args, ports, attributes: see `RomulusDatapath`.
    """

    held = Register("The block for the state.", block_bits)
    holds = Flag("It is there.", name="holds_block")

    def datapath(self, m):
        super().datapath(m)
        # Written before the block is known to be taken: ``holds`` alone says that it counts.
        with m.If(~self.holds):
            m.d.sync += self.held.eq(self.padded_block)

    def _registers(self, m: Module, *more: Signal) -> None:
        super()._registers(m, self.holds)

    def _added(self):
        """Where a call may start: all steered by registers and the block's mask.

        The valid bytes of a block of ciphertext are added as the plaintext that they become.
        """
        takes_text = self.is_message & self.ready
        held = only_if(self.holds & self.ready, self.held)
        if not self.decrypts:
            return only_if(takes_text, self.padded_block) | held
        deciphers = Cat(bit & takes_text & self.decrypt for bit in self.block.mask)
        return self._text(Cat(takes_text & ~bit for bit in deciphers), deciphers) | held

    def associated_data(self, m):
        """Blocks for the state and for the tweak in turn; then the call with the nonce."""
        self._decide(
            m,
            # A block for the state only goes to its register; one for the tweak starts a call.
            ~self.ended & (~self.is_tweak | self.ready),
            taken=[self.holds.eq(~self.is_tweak)],
            ended=[self.holds.eq(0)],
        )


class FoldedRomulusCore(RomulusDatapath):
    """A block for the state is added to it in a cycle of its own, when the cipher rests.

    Args, ports, attributes: see `RomulusDatapath`. The cipher is a `FoldedRestored`.
    """

    mismatches = 1

    adds = Wire("The block is added to the state.", name="adds_block")

    def _added(self):
        """Whether there is a block is in front of it, behind which no round stands.

        A block is 0 behind its valid bytes but in the last byte, where its length is.
        """
        if not self.decrypts:
            return only_if(self.adds, self.padded_block)
        takes_text = self.adds & self.is_message & self.decrypt
        last, *others = (bit & takes_text for bit in self.block.mask)
        as_it_is = [self.adds & ~last, *[self.adds & ~takes_text] * len(others)]
        return self._text(as_it_is, [last, *others])

    def associated_data(self, m):
        """Blocks for the state and for the tweak in turn; then the call with the nonce."""
        free = self.ready & ~self.ended
        self._decide(m, free)
        m.d.comb += self.adds.eq(self.block.valid & free & ~self.is_tweak)

    def message(self, m):
        super().message(m)
        # The block enters with the call, in the clock of its inputs.
        m.d.comb += self.adds.eq(self.call)


class RomulusOnShares(RomulusCore):
    """The same on shares, around a cipher in which nothing rests: it gets the counter, which is
    public, from a register, and the key where every mode does.

    Args, ports: see `BlockCore`.
    """

    keeps_key = False

    counter = Register(
        "The counter of the next call, least significant byte first.",
        lambda core: core.aead.tweakeys.counter_bits,
    )

    def key_ports(self):
        return BlockCore.key_ports(self)

    def result_for(self, differs):
        """Of the sum as the key; block, tweak, counter and domain are 0."""
        inputs = {**dict.fromkeys(self.whole.inputs, 0), "key": differs}
        (found,) = software(self.whole)(*(inputs | {"domain": self.aead.tweakeys.member}).values())
        return found

    def _inputs(self):
        compares = self.during("VERIFY")
        fed = self.each(self.result) ^ self._added()
        words = {
            # The state is 0 at first, and where tags are compared.
            "plaintext": only_if(~(self.starting | compares), fed),
            "tweak": only_if(~compares, self._tweak()),
            # In VERIFY the answer is the sum of both tags: under it as the key 0 is enciphered.
            "key": Mux(compares, self.answer.data, self.key),
        }
        return [
            *(
                self.of_cipher(f"in_{name}", share).eq(self.part(word, share))
                for name, word in words.items()
                for share in range(self.shares)
            ),
            self.cipher.in_load.eq(self.starting),
            self.cipher.in_counter.eq(only_if(~compares, self.counter)),
            self.cipher.in_domain.eq(self.domain ^ self.aead.tweakeys.member),
        ]

    def _keep_key(self, m):
        """There is a register in front of SDI."""

    def _count(self, m):
        """A call that starts leaves the counter of the next one."""
        with m.If(self.starting):
            m.d.sync += self.counter.eq(self.first_counter)
        with m.Elif(self.started):
            following = self._following(m, self.counter, self.skips, self.restarts)
            m.d.sync += self.counter.eq(following)


MODELS = (RomulusN,)

TAKES = Takes(folds=True, masked=lambda model: model.tweakeys.tweak_place == BLOCK)


def tweakey_words(aead: RomulusN) -> Parts:
    """The parts of each word of the tweakey of section 2.4.1."""
    tweakeys = aead.tweakeys
    start = {"counter": tweakeys.counter_bits, "domain": 8}
    tweak, key = {"tweak": 8 * tweakeys.tweak_bytes}, {"key": 8 * aead.key_bytes}
    return (start, tweak, key) if tweakeys.tweak_place == BLOCK else ({**start, **tweak}, key)


def make(request: Request) -> RomulusDatapath:
    """The controller for a core. Decryption needs no inverse cipher."""
    member = next(member for member in MEMBERS if member.name == request.aead.cipher.name)
    resting = in_parts(member, tweakey_words(request.aead), ("counter", "key"))
    if request.architecture == "masked":
        cipher = masked(
            request, resting.primitive, frozenset({"x"}), frozenset({"counter", "domain"})
        )
        return RomulusOnShares.of(request, cipher, shares=cipher.staged.shares)
    ports = {"feedback": ("plaintext",), "gated": ("tweak",)}
    if request.fold:
        folded = FoldedRestored(resting, request.fold, **ports)
        return FoldedRomulusCore.of(request, folded, key_bits=request.bus)
    cipher = IteratedRestored(resting, unrolled=request.unrolled, **ports)
    return RomulusCore.of(request, cipher, key_bits=request.bus)

"""The hardware controller of `romulus`: Romulus-N around one tweakable block cipher, for encryption and decryption.

The state S is the cipher's result: a block is added to it in the cycle that starts the next call, and the answer G(S) ^ block
leaves in that cycle. So calls follow each other without a gap, and a call needs no cycle but its rounds.

A call for associated data takes two blocks, one into the state and one into the tweak. The first of them waits in a register while
the cipher still works on the call before.
"""

from amaranth.hdl import Cat, Module, Mux, Signal

from ..architectures.iterated.iterated import Iterated
from ..modes.romulus import AD_TWEAK, BLOCK, FIRST_COUNTER, LAST_AD, LAST_MESSAGE, MESSAGE, RomulusN, feedback, next_counter
from ..words.hardware import build
from .block import BlockCore
from .wanted import Wanted

AD_PADDED, MESSAGE_PADDED = 2, 1
"""Section 2.4.1: what a padded last block adds to the domain."""


class RomulusCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays on ``out_ciphertext`` until the next start, also after it left; it
            computes on with ``in_plaintext`` (`Iterated`, ``feedback``).
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`. ``short`` is 1 while the next block is for a tweak that is shorter than the state.
    """

    answers_late = False

    def __init__(self, aead: RomulusN, cipher, *, decrypts: bool = True):
        self.tweak_bytes = aead.tweakeys.tweak_bytes
        self.short_bytes = (self.tweak_bytes,) if self.tweak_bytes < BLOCK else ()
        super().__init__(aead, cipher, decrypts=decrypts)

    def datapath(self, m):
        self._decisions()
        self._registers(m)
        cipher, state = self.cipher, self.cipher.out_ciphertext
        self.ready = cipher.in_ready
        keystream = build(m, lambda words: {"keystream": feedback(words["state"])}, {"state": state}, prefix="g_")["keystream"]
        padded = Signal(8 * BLOCK, name="padded_block")
        m.d.comb += [
            padded.eq(self.block.data | self._length()),
            self.tag.eq(keystream),
            self.tag_valid.eq(self.ready),
            self.answer.data.eq(keystream ^ self._if(~self.is_tag, self.block.data)),
            self.answer.mask.eq(self.block.mask),
            cipher.in_plaintext.eq(self._presented(state, keystream, padded)),
            cipher.in_tweakey.eq(self._tweakey(m, padded)),
            cipher.in_valid.eq(self.call),
            cipher.out_ready.eq(1),
        ]
        if self.short_bytes:
            m.d.comb += self.short.eq(self.holds)
        with m.If(~self.holds):
            m.d.sync += self.held.eq(padded)
        with m.If(self.started):
            m.d.sync += self.fresh.eq(0)

    @staticmethod
    def _if(condition, value):
        """``value``, or 0."""
        return value & condition.replicate(len(value))

    def _presented(self, state, keystream, padded):
        """The state, and what is added to it where a call may start: all steered by registers.

        A block of ciphertext becomes the plaintext by the key stream, which is added in its valid bytes.
        """
        added = self._if(self.is_message & self.ready, padded) | self._if(self.holds & self.ready, self.held)
        kept = self._if(~(self.fresh & self.ready), state)
        if not self.decrypts:
            return kept ^ added
        replaces = self.decrypt & self.is_message & self.ready
        replaced = self.valid_bits(Cat(bit & replaces for bit in self.block.mask))
        return (kept ^ (keystream & replaced)) ^ added

    def place_tag(self, m):
        """It is the key stream, which is there already."""

    def differences(self):
        """As for a block: the key stream added."""
        return self.answer.data

    def _decisions(self) -> None:
        """What the FSM decides in a cycle: a call starts; the counter goes on."""
        self.call, self.counts = Signal(name="call"), Signal(name="counts")
        self.is_message, self.is_tag = self.during("MESSAGE"), self.during("TAG")
        self.domain = Signal(8, name="domain")

    def _registers(self, m: Module) -> None:
        """What is known of the associated data so far, and the counter; as a message finds them."""
        self.held = Signal(8 * BLOCK, name="held", reset_less=True)
        self.fresh, self.holds = Signal(name="state_is_zero"), Signal(name="holds_block")
        # The next block of associated data is the tweak of a call; all of them were taken.
        self.is_tweak, self.ended = Signal(name="block_is_tweak"), Signal(name="ad_has_ended")
        self.padded = Signal(name="ad_is_padded")
        self.counter = Signal(self.aead.tweakeys.counter_bits, name="counter", reset_less=True)
        following = build(m, lambda words: {"counter": next_counter(words["counter"])}, {"counter": self.counter}, prefix="next_")
        with m.If(self.counts):
            m.d.sync += self.counter.eq(following["counter"])
        with m.If(self.starting):
            m.d.sync += [
                self.fresh.eq(1),
                self.holds.eq(0),
                self.is_tweak.eq(0),
                self.ended.eq(0),
                self.counter.eq(FIRST_COUNTER),
            ]

    def _length(self):
        """Section 2.1: the number of valid bytes, for the last byte of a block that is not full; 0 for 16 bytes."""
        mask = self.block.mask
        ends = {count: mask[BLOCK - count] & ~mask[BLOCK - count - 1] for count in range(1, BLOCK)}
        return Cat(Cat(end for count, end in ends.items() if count >> bit & 1).any() for bit in range(4))

    def _tweakey(self, m: Module, padded):
        """The nonce or the block as tweak, with counter, domain and key."""
        block = padded
        if self.short_bytes:
            size = 8 * self.tweak_bytes
            block = self.block.data[-size:] | Mux(self._tweak_is_full(), 0, self._length())
        words = {"counter": self.counter, "domain": self.domain, "tweak": Mux(self.is_tweak, block, self.nonce),
                 "key": self.key}
        return build(m, self.aead.tweakeys.encode, words, prefix="encode_")["tweakey"]

    def _tweak_is_full(self):
        return self.block.mask[BLOCK - self.tweak_bytes]

    def associated_data(self, m):
        """Blocks for the state and for the tweak in turn; then the call with the nonce."""
        block = self.block
        takes = block.valid & ~self.ended & (~self.is_tweak | self.ready)
        m.d.comb += [
            block.ready.eq(~self.ended & (~self.is_tweak | self.ready)),
            self.call.eq(self.ended | (block.valid & self.is_tweak)),
            self.domain.eq(Mux(self.ended, LAST_AD | Mux(self.padded, AD_PADDED, 0), AD_TWEAK)),
            self.counts.eq(takes & (self.is_tweak | ~self.fresh)),
        ]
        with m.If(takes):
            m.d.sync += [
                self.holds.eq(~self.is_tweak),
                self.is_tweak.eq(~self.is_tweak & ~block.last),
                self.ended.eq(block.last),
                self.padded.eq(~Mux(self.is_tweak, self._tweak_is_full(), self.full)),
            ]
        with m.If(self.ended & self.ready):
            m.d.sync += [
                self.holds.eq(0),
                self.counter.eq(FIRST_COUNTER),
            ]
            self.enter(m, "MESSAGE")

    def message(self, m):
        """A call for each block, which is answered at once."""
        block, free = self.block, Signal(name="message_is_free")
        m.d.comb += [
            free.eq(self.ready & (self.empty | self.answer.ready)),
            block.ready.eq(free),
            self.answer.valid.eq(block.valid & self.ready & ~self.empty),
            self.domain.eq(Mux(block.last, LAST_MESSAGE | Mux(self.full, 0, MESSAGE_PADDED), MESSAGE)),
        ]
        with m.If(block.valid & free):
            m.d.comb += [
                self.call.eq(1),
                self.counts.eq(1),
            ]
            with m.If(block.last):
                self.to_tag(m)


MODELS = (RomulusN,)


def make(wanted: Wanted) -> RomulusCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    cipher = Iterated(wanted.aead.cipher, unrolled=wanted.unrolled, feedback=("plaintext",))
    return RomulusCore(wanted.aead, cipher, decrypts=wanted.decrypts)

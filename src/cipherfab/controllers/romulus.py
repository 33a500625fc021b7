"""The hardware controller of `romulus`: Romulus-N around one tweakable block cipher, for encryption and decryption.

The state S is the cipher's result: a block is added to it in the cycle that starts the next call, and the answer G(S) ^ block
leaves in that cycle. So calls follow each other without a gap, and a call needs no cycle but its rounds.

A call for associated data takes two blocks, one into the state and one into the tweak. The first of them waits in a register while
the cipher still works on the call before.
"""

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ..architectures.iterated.iterated import Iterated
from ..modes.romulus import AD_TWEAK, BLOCK, FIRST_COUNTER, LAST_AD, LAST_MESSAGE, MESSAGE, RomulusN, feedback, next_counter
from ..words.hardware import build
from .block import BlockCore
from .ports import Phase
from .wanted import Wanted

AD_PADDED, MESSAGE_PADDED = 2, 1
"""Section 2.4.1: what a padded last block adds to the domain."""


class RomulusCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays on ``out_ciphertext`` until the next start, also after it left.
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
            self.tag.eq(keystream), self.tag_valid.eq(self.ready),
            self.answer.data.eq(self.block.data ^ keystream), self.answer.mask.eq(self.block.mask),
            padded.eq(self._plaintext(keystream) | self._length()),
            cipher.in_plaintext.eq(Mux(self.fresh, 0, state) ^ Mux(self.adds_block, padded, Mux(self.adds_held, self.held, 0))),
            cipher.in_tweakey.eq(self._tweakey(m, padded)), cipher.in_valid.eq(self.call), cipher.out_ready.eq(1)]
        if self.short_bytes:
            m.d.comb += self.short.eq(self.holds)
        with m.If(self.takes_ad & ~self.holds):
            m.d.sync += self.held.eq(padded)
        with m.If(self.call):
            m.d.sync += self.fresh.eq(0)

    def _decisions(self) -> None:
        """What the FSM decides in a cycle."""
        # A block of associated data is taken; a call starts, with the block or the held one added, or with the block as tweak.
        self.takes_ad, self.call = Signal(name="takes_ad"), Signal(name="call")
        self.adds_block, self.adds_held = Signal(name="adds_block"), Signal(name="adds_held")
        self.block_is_tweak, self.counts = Signal(name="block_is_tweak"), Signal(name="counts")
        self.domain = Signal(8, name="domain")

    def _registers(self, m: Module) -> None:
        """What is known of the associated data so far, and the counter; as a message finds them."""
        self.held = Signal(8 * BLOCK, name="held", reset_less=True)
        self.fresh, self.holds = Signal(name="state_is_zero"), Signal(name="holds_block")
        self.ended, self.padded = Signal(name="ad_has_ended"), Signal(name="ad_is_padded")
        self.counter = Signal(self.aead.tweakeys.counter_bits, name="counter", reset_less=True)
        following = build(m, lambda words: {"counter": next_counter(words["counter"])}, {"counter": self.counter}, prefix="next_")
        with m.If(self.counts):
            m.d.sync += self.counter.eq(following["counter"])
        with m.If(self.starting):
            m.d.sync += [self.fresh.eq(1), self.holds.eq(0), self.ended.eq(0), self.counter.eq(FIRST_COUNTER)]

    def _plaintext(self, keystream):
        """The block, or the plaintext that belongs to a block of ciphertext."""
        if not self.decrypts:
            return self.block.data
        replaces = self.decrypt & (self.block.phase == Phase.MESSAGE)
        return self.block.data ^ (keystream & self.valid_bits() & Mux(replaces, Const(-1, 8 * BLOCK), 0))

    def _length(self):
        """Section 2.1: the number of valid bytes, for the last byte of a block that is not full; 0 for 16 bytes.

        Bit b is the parity of the thresholds 2^b, 2 * 2^b, 3 * 2^b … that the number reaches.
        """
        mask = self.block.mask
        return Cat(Cat(mask[BLOCK - n] for n in range(1 << bit, BLOCK + 1, 1 << bit)).xor() for bit in range(4))

    def _tweakey(self, m: Module, padded):
        """The nonce or the block as tweak, with counter, domain and key."""
        block = padded
        if self.short_bytes:
            size = 8 * self.tweak_bytes
            block = self.block.data[-size:] | Mux(self._tweak_is_full(), 0, self._length())
        words = {"counter": self.counter, "domain": self.domain, "tweak": Mux(self.block_is_tweak, block, self.nonce),
                 "key": self.key}
        return build(m, self.aead.tweakeys.encode, words, prefix="encode_")["tweakey"]

    def _tweak_is_full(self):
        return self.block.mask[BLOCK - self.tweak_bytes]

    def associated_data(self, m):
        """Blocks for the state and for the tweak in turn; then the call with the nonce."""
        block = self.block
        m.d.comb += [self.takes_ad.eq(block.valid & block.ready), self.adds_held.eq(self.holds),
                     block.ready.eq((block.phase == Phase.AD) & ~self.ended & (~self.holds | self.ready)),
                     self.domain.eq(Mux(self.ended, LAST_AD | Mux(self.padded, AD_PADDED, 0), AD_TWEAK))]
        with m.If(self.takes_ad):
            full = Mux(self.holds, self._tweak_is_full(), self.full)
            m.d.comb += [self.block_is_tweak.eq(1), self.call.eq(self.holds), self.counts.eq(self.holds | ~self.fresh)]
            m.d.sync += [self.holds.eq(~self.holds), self.ended.eq(block.last), self.padded.eq(~full)]
        with m.If(self.ended & self.ready):
            m.d.comb += self.call.eq(1)
            m.d.sync += [self.holds.eq(0), self.counter.eq(FIRST_COUNTER)]
            m.next = "MESSAGE"

    def message(self, m):
        """A call for each block, which is answered at once."""
        block, free = self.block, Signal(name="message_is_free")
        m.d.comb += [
            free.eq(self.ready & (block.phase == Phase.MESSAGE)), block.ready.eq(free & (self.empty | self.answer.ready)),
            self.answer.valid.eq(block.valid & free & ~self.empty), self.adds_block.eq(1),
            self.domain.eq(Mux(block.last, LAST_MESSAGE | Mux(self.full, 0, MESSAGE_PADDED), MESSAGE))]
        with m.If(block.valid & block.ready):
            m.d.comb += [self.call.eq(1), self.counts.eq(1)]
            with m.If(block.last):
                self.to_tag(m)


MODELS = (RomulusN,)


def make(wanted: Wanted) -> RomulusCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    return RomulusCore(wanted.aead, Iterated(wanted.aead.cipher, unrolled=wanted.unrolled), decrypts=wanted.decrypts)

# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of Romulus-T, of `romulus_h`: a new key for every block, then Romulus-H.

A block of message takes two calls, key stream and next key. What is hashed is gathered in two
halves,
a call for each of two: associated data and ciphertext, each with its padding, the nonce, the
    counter. In a decryption plaintext leaves before the tag is known, as in modes with one pass.
"""

from enum import IntEnum

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.romulus import BLOCK, THREE_BLOCKS, next_counter
from ...modes.romulus_h import FIRST, FIRST_KEY, NEXT_KEY, ONE, STREAM, TAG, TWO, RomulusT
from ...words.bits import swap_bytes
from ...words.hardware import build
from ..block.core import BlockCore, only_if
from ..parts.iterated import iterated
from ..request import Request, Takes
from .message_buffer import byte_count

SIZE = 8 * BLOCK

COUNTER_BYTES = 7


class Then(IntEnum):
    """Where a message goes on when what was gathered is hashed."""

    AD = 0
    MESSAGE = 1
    NEXT_KEY = 2
    AD_PADDING = 3
    MESSAGE_PADDING = 4
    NONCE = 5
    END = 6
    SUM = 7


class RomulusTCore(BlockCore):
    """Controls the cipher.

    Args:
        aead: what is computed.
        cipher: component for ``aead.cipher`` whose result stays until the next start.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    answers_late = False

    @property
    def ad_sizes(self):
        return (self.aead.block_bytes,)

    def datapath(self, m: Module) -> None:
        self.subkey, self.l, self.r, self.first, self.second = (
            Signal(SIZE, name=name, reset_less=True)
            for name in ("subkey", "l", "r", "first_half", "second_half")
        )
        self.gathers, self.odd, self.then = (
            Signal(name="gathers"),
            Signal(name="has_first"),
            Signal(Then, name="then"),
        )
        # The block has its key; its key stream is under way or there; the last block of the hash
        # is at work.
        self.keyed, self.streamed, self.final = (
            Signal(name="keyed"),
            Signal(name="streamed"),
            Signal(name="final"),
        )
        self.call, self.counts = Signal(name="call"), Signal(name="counts")
        self.in_state = {
            name: self.during(name)
            for name in ("MESSAGE", "NEXT_KEY", "HASH_1", "HASH_2", "NONCE", "END", "SUM", "TAG")
        }
        self.is_padding = self.during("AD_PADDING", "MESSAGE_PADDING")
        cipher, self.ready = self.cipher, ~self.under_way
        self.out = cipher.out_ciphertext
        m.d.comb += [
            self.answer.data.eq(self.out ^ only_if(~self.in_state["TAG"], self.block.data)),
            self.answer.mask.eq(self.block.mask),
            self.tag.eq(self.out),
            self.tag_valid.eq(self.ready),
            cipher.in_valid.eq(self.call),
            cipher.out_ready.eq(1),
        ]
        self._counter(m)
        self._inputs(m)
        self._results(m)
        self._halves(m)

    def place_tag(self, m: Module) -> None:
        """It is the result, as in every answer."""

    def differences(self):
        """As for a block: the result added."""
        return self.answer.data

    def _counter(self, m: Module) -> None:
        self.counter = Signal(8 * COUNTER_BYTES, name="counter", reset_less=True)
        following = build(
            m,
            lambda words: {"next": next_counter(words["x"])},
            {"x": self.counter},
            prefix="counter_",
        )
        with m.If(self.counts):
            m.d.sync += self.counter.eq(following["next"])
        with m.If(self.starting):
            m.d.sync += self.counter.eq(FIRST)

    def _inputs(self, m: Module) -> None:
        """Block and tweakey of a call: of the hash, or with domain, counter and key."""
        state, cipher = self.in_state, self.cipher
        is_hash, is_sum = state["HASH_1"] | state["HASH_2"], state["SUM"]
        is_first_key = state["MESSAGE"] & ~self.keyed
        domain = Signal(8, name="domain")
        m.d.comb += domain.eq(
            Mux(is_sum, TAG, Mux(is_first_key, FIRST_KEY, Mux(state["NEXT_KEY"], NEXT_KEY, STREAM)))
        )
        words = {
            "counter": only_if(~(is_sum | is_first_key), self.counter),
            "domain": domain,
            "tweak": only_if(is_sum, self.r),
            "key": Mux(is_sum | is_first_key, self.key, self.subkey),
        }
        tweakey = build(m, THREE_BLOCKS.encode, words, prefix="encode_")["tweakey"]
        added = Mux(
            state["HASH_2"], _constant(ONE), Mux(state["HASH_1"] & self.final, _constant(TWO), 0)
        )
        m.d.comb += [
            cipher.in_plaintext.eq(Mux(is_hash | is_sum, self.l ^ added, self.nonce)),
            cipher.in_tweakey.eq(Mux(is_hash, Cat(self.second, self.first, self.r), tweakey)),
        ]

    def _results(self, m: Module) -> None:
        """What becomes of a result: when it leaves, the state is still that of its call, or the
        next one.

        With the second call of the hash, R is in the cipher; its register then has the next L.
        """
        state = self.in_state
        kind = Signal(2, name="call_under_way")
        with m.If(self.started):
            # 3: the second call of the hash; 2: a key; 1 and 0: nothing is kept of the result.
            m.d.sync += kind.eq(
                Cat(
                    state["HASH_1"] | state["HASH_2"],
                    state["HASH_2"] | state["NEXT_KEY"] | (state["MESSAGE"] & ~self.keyed),
                )
            )
        with m.If(self.starting):
            m.d.sync += [self.l.eq(0), self.r.eq(0)]
        with m.Elif(self.started & state["HASH_1"] & self.final):
            m.d.sync += self.l.eq(self.l ^ _constant(TWO))
        with m.Elif(self.started & state["HASH_2"]):
            m.d.sync += self.r.eq(self.out ^ self.l)
        with m.Elif(self.left & (kind == 3)):
            m.d.sync += [self.l.eq(self.r), self.r.eq(self.out ^ self.l ^ _constant(ONE))]
        with m.If(self.left & (kind == 2)):
            m.d.sync += self.subkey.eq(self.out)

    def _halves(self, m: Module) -> None:
        """What is gathered for the hash."""
        state = self.in_state
        mask = self.block.mask
        stream = self.out & self.valid_bits(
            Cat(bit & state["MESSAGE"] & ~self.decrypt for bit in mask)
        )
        text = (self.block.data ^ stream) | byte_count(mask)
        counter = build(
            m,
            lambda words: {"swapped": swap_bytes(words["x"])},
            {"x": self.counter},
            prefix="counter_",
        )
        ends, rest = state["END"], Const(0, SIZE - 8 * COUNTER_BYTES)
        counted = Cat(rest, counter["swapped"])
        given = Mux(ends, counted, Mux(state["NONCE"], self.nonce, only_if(~self.is_padding, text)))
        with m.If(self.gathers):
            m.d.sync += self.odd.eq(~self.odd)
            with m.If(self.odd):
                m.d.sync += self.second.eq(given | Mux(ends, COUNTER_BYTES + BLOCK, 0))
            with m.Else():
                m.d.sync += [
                    self.first.eq(given),
                    # The padding of the last block; any other has a second half.
                    self.second.eq(COUNTER_BYTES),
                ]
        with m.If(self.starting):
            m.d.sync += [self.odd.eq(0), self.keyed.eq(0), self.streamed.eq(0), self.final.eq(0)]

    def _gather(self, m: Module, *then) -> None:
        """Take a half, and go on with the first of ``then`` whose condition holds; the hash
        comes before, if it has two."""
        m.d.comb += self.gathers.eq(1)
        # The last assignment wins, and the first condition that holds must.
        for condition, target in reversed(then):
            with m.If(condition):
                m.d.sync += self.then.eq(target)
        with m.If(self.odd):
            self.enter(m, "HASH_1")
        with m.Else():
            self.enter(m, "THEN")

    def more_states(self, m: Module) -> None:
        """Padding, nonce and counter; the calls of the hash, and those of the message's keys."""
        self.state(m, "AD_PADDING", lambda m: self._gather(m, (Const(1), Then.MESSAGE)))
        self.state(m, "MESSAGE_PADDING", lambda m: self._gather(m, (Const(1), Then.NONCE)))
        self.state(m, "NONCE", lambda m: self._gather(m, (Const(1), Then.END)))
        self.state(m, "END", self._end)
        self.state(m, "THEN", self._then)
        for name, target in (("HASH_1", "HASH_2"), ("HASH_2", "THEN"), ("NEXT_KEY", "MESSAGE")):
            self.state(m, name, lambda m, target=target: self._call(m, target))
        self.state(m, "SUM", self._sum)

    def _then(self, m: Module) -> None:
        with m.Switch(self.then):
            for target in Then:
                with m.Case(target):
                    self.enter(m, target.name)

    def _call(self, m: Module, target: str) -> None:
        # The first call of the hash needs L and R, which the call before may still change.
        m.d.comb += self.call.eq(self.ready if target == "HASH_2" else 1)
        with m.If(self.started):
            if target == "MESSAGE":
                m.d.comb += self.counts.eq(1)
            self.enter(m, target)

    def associated_data(self, m: Module) -> None:
        """Each block is gathered; none of empty data."""
        block = self.block
        m.d.comb += block.ready.eq(1)
        with m.If(block.valid & self.empty):
            self.enter(m, "MESSAGE")
        with m.Elif(block.valid):
            self._gather(
                m, (~block.last, Then.AD), (self.full, Then.AD_PADDING), (Const(1), Then.MESSAGE)
            )

    def message(self, m: Module) -> None:
        """The first key, the key stream; then the answer, which is gathered as ciphertext."""
        block, there = self.block, self.streamed & self.ready
        m.d.comb += [
            self.answer.valid.eq(there),
            block.ready.eq((there & self.answer.ready) | self.empty),
            self.call.eq(block.valid & ~self.empty & self.ready & ~self.streamed),
        ]
        with m.If(self.started):
            m.d.sync += [self.keyed.eq(1), self.streamed.eq(self.keyed)]
        with m.If(block.valid & self.empty):
            self.enter(m, "NONCE")
        with m.Elif(there & self.answer.ready):
            m.d.comb += self.counts.eq(block.last)
            m.d.sync += self.streamed.eq(0)
            self._gather(
                m,
                (~block.last, Then.NEXT_KEY),
                (self.full, Then.MESSAGE_PADDING),
                (Const(1), Then.NONCE),
            )

    def _end(self, m: Module) -> None:
        """The counter, in the last block of the hash."""
        m.d.comb += self.gathers.eq(1)
        m.d.sync += [self.then.eq(Then.SUM), self.final.eq(1)]
        self.enter(m, "HASH_1")

    def _sum(self, m: Module) -> None:
        m.d.comb += self.call.eq(self.ready)
        with m.If(self.started):
            self.to_tag(m)


def _constant(value: bytes) -> Const:
    return Const(int.from_bytes(value, "big"), SIZE)


MODELS = (RomulusT,)

TAKES = Takes(folds=True)


def make(request: Request) -> RomulusTCore:
    """The controller for a core. Decryption needs no inverse cipher."""
    return RomulusTCore(
        request.aead,
        iterated(request, request.aead.cipher, unrolled=request.unrolled),
        decrypts=request.decrypts,
    )

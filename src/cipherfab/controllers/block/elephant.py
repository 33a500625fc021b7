# SPDX-License-Identifier: Apache-2.0
"""The hardware controller of `modes.elephant`: Dumbo, Jumbo and Delirium around one permutation.

The permutation's register takes what goes in and has what comes out; the mask is added to the
result in a cycle of its own. So one adder is in front of it: block, nonce, key or sum, and the
mask. A block of associated data is one run, a block of the message two, and a cycle each for the
mask of the result.

The mask register is at the first mask when the associated data, the message and the tag begin. If
it has moved, the key is permuted again: that takes a run, and no register for the first mask.
"""

from collections.abc import Callable

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...architectures.iterated.full import SingleCycle
from ...architectures.iterated.iterated import read_by
from ...modes.elephant import Elephant, register_step
from ...primitives.primitive import software
from ...words.hardware import build
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Register, Wire, block_bits, once
from ..parts.iterated import iterated
from ..ports import side_by_side
from ..request import Request, Takes
from .on_shares import masked, named
from .padded import PaddedBlocks


class ElephantCore(PaddedBlocks):
    """Controls the permutation.

    Args:
        aead: what is computed.
        permutation: component with one input and output ``x``, ``feedback``, and its state
            ``loadable``.
        decrypts: False for a core that only encrypts.

    Ports, attributes: see `BlockCore`.
    """

    aead: Elephant
    first_state = "KEY"

    sums = Wire("What goes into the permutation is added to the sum.")
    steps = Wire("The mask steps.", name="mask_steps")
    moved = Flag("It is not the first one.", name="mask_has_moved")
    first = Flag("No block of associated data was taken.", name="first_due")
    had_ad, had_message = Flag("All associated data were taken."), Flag("All of the message was.")
    mask = Register("The mask of the next block.", block_bits)
    sum = Register("The sum of the results.", block_bits)
    padded = Wire("The block with its padding.", block_bits, name="padded_block")
    is_ad, is_message, is_answer = map(During, ("AD", "MESSAGE", "ANSWER"))
    is_key, is_end, is_tag = map(During, ("KEY", "END", "TAG"))

    def __init__(self, aead: Elephant, permutation, *, decrypts: bool = True, shares: int = 1):
        # The first block of associated data stands behind the nonce.
        self.short_bytes = (aead.block_bytes - aead.nonce_bytes,)
        super().__init__(aead, permutation, decrypts=decrypts, shares=shares)

    @property
    def ad_sizes(self):
        """The first block is short, and all others are whole: here as many as anybody tries."""
        return (*self.short_bytes, *[self.aead.block_bytes] * 9)

    def datapath(self, m: Module) -> None:
        x, size = self.each(self.result), 8 * self.aead.tag_bytes
        self._block(m)
        presented = self._presented(m)
        m.d.comb += [
            *(self.of_cipher("in_x", n).eq(word) for n, word in enumerate(presented)),
            self.cipher.in_valid.eq(self.begin | self.call),
            self.cipher.in_load.eq(self.load),
            self.cipher.out_ready.eq(1),
            # Words of the first block may come before the state AD.
            self.short.eq(self.first & ~self.starting),
            self.tag.eq(self.each(lambda n: self.result(n)[-size:])),
            # TAG and VERIFY are entered only with the result, or as it is loaded.
            self.tag_valid.eq(1),
            self.answer.data.eq(x ^ only_if(~self.is_tag, self.block.data)),
            self.answer.mask.eq(self.block.mask),
        ]
        self._registers(m, side_by_side(presented))

    def result_for(self, differs):
        """Of the sum in the first bytes of a state of zeros."""
        behind = 8 * (self.aead.block_bytes - self.aead.tag_bytes)
        (found,) = software(self.aead.permutation)(differs << behind)
        return found

    def _block(self, m: Module) -> None:
        """What is known of the block that is presented: one of padding alone may be due in front of
        it.
        """
        valid, due = self.valid, self.padding_due
        full = Mux(self.short, valid[-self.short_bytes[0]], valid[0])
        m.d.comb += [
            valid.eq(only_if(~due, self.block.mask)),
            self.ends_full.eq(~due & self.block.last & full),
            self.last.eq(due | (self.block.last & ~full)),
            self.padded.eq(self.each(self._padded)),
        ]

    def _padded(self, share: int):
        """A share of the block with its padding, which is public; a received tag has none."""
        block = only_if(~self.padding_due, self.part(self.block.data, share))
        if share:
            return block
        padding = self.padding(1, self.valid)
        return block | (only_if(~self.during("VERIFY"), padding) if self.shares > 1 else padding)

    def _presented(self, m: Module) -> list[Signal]:
        """What goes into the permutation, in each share: while it runs, its own output."""
        control: dict[str, Signal] = {}

        def bound(name: str, condition) -> Signal:
            # The same in every share.
            if name not in control:
                control[name] = _bound(m, name, condition)
            return control[name]

        found = [self._presented_in(m, share, bound) for share in range(self.shares)]
        # The shift of the key makes words longer than the state.
        return [word[: 8 * self.aead.block_bytes] for word in found] if self.shares > 1 else found

    def _presented_in(self, m: Module, share: int, bound: Callable) -> Signal:
        """One share of it."""
        aead, ready = self.aead, self.ready
        size, padded = 8 * aead.block_bytes, self.part(self.padded, share)

        def gate(name: str, condition) -> Signal:
            return bound(name, ready & condition)

        def word(name: str, value) -> Signal:
            return _bound(m, named(name, share), value)

        raw, pads = self.is_ad & self.first, self.is_message & self.pads
        verifies = self.during("VERIFY") if self.shares > 1 else Const(0)
        streams = bound("streams", self.is_message & ~self.pads)
        clears = gate("clears", self.during("START", "REKEY", "AD", "MESSAGE", "END"))
        # What goes on is ciphertext: key stream and plaintext, or in a decryption the block alone.
        keeps = bound(
            "keeps", Cat(~(clears | (self.is_answer & (self.decrypt | ~bit))) for bit in self.valid)
        )
        if self.shares > 1:
            # Where tags are compared, their sum in a state of zeros.
            behind = aead.block_bytes - aead.tag_bytes
            keeps = bound(
                "keeps_or_compares",
                keeps & ~only_if(ready & verifies, Const((1 << behind) - 1, size // 8)),
            )
        kept = word("kept", Cat(bit.replicate(8) for bit in keeps) & self.result(share))
        nonce = Cat(
            only_if(gate("starts_sum", raw), padded[size - 8 * self.short_bytes[0] :]),
            only_if(gate("takes_nonce", raw | streams), self.part(self.nonce, share)),
        )
        key = only_if(gate("takes_key", self.during("START", "REKEY")), self.part(self.key, share))
        takes = (self.is_ad & ~self.first) | self.is_answer | pads
        block = only_if(gate("takes_block", takes | verifies if self.shares > 1 else takes), padded)
        total = only_if(gate("takes_sum", self.is_end), self.part(self.sum, share))
        # The key is in the first bytes of a state of zeros.
        added = word("added", nonce | (key << size - len(key)) | block | total)
        starts = self.is_ad & ~self.first if aead.permutes_sum else self.is_ad
        uses = {
            "ad": starts | self.during("AD_SUM"),
            "message": streams | self.during("STREAM"),
            "ciphertext": pads | self.is_answer | self.during("TEXT_SUM"),
            "tag": self.is_end | self.during("TAG_SUM") if aead.permutes_sum else Const(0),
        }
        return word("presented", kept ^ added ^ self._masks(m, uses, share, bound))

    def _masks(self, m: Module, uses: dict, share: int, bound: Callable):
        """Equation 2: the mask, and what its second index adds."""
        kinds = {**self.aead.kinds, "tag": 0}
        adds = bound("adds_mask", self.ready & Cat(uses.values()).any())
        total = only_if(adds, self.part(self.mask, share))
        for index, mask in ((1, self.next_mask), (2, self._second_next_mask)):
            word = mask(m)
            users = [use for name, use in uses.items() if kinds[name] == index]
            total = total ^ only_if(
                bound(f"adds_mask{index}", self.ready & Cat(users).any()), self.part(word, share)
            )
        return total

    @once
    def next_mask(self, m: Module):
        """The mask after the next step."""
        return self._stepped(m, 1, self.mask)

    @once
    def _second_next_mask(self, m: Module):
        return self._stepped(m, 2, self.next_mask(m))

    def _stepped(self, m: Module, index: int, mask):
        return self.each(
            lambda share: build(
                m,
                lambda words: {"mask": register_step(words["mask"], self.aead.feedback)},
                {"mask": self.part(mask, share)},
                prefix=named(f"following{index}_", share),
            )["mask"]
        )

    def _registers(self, m: Module, presented) -> None:
        size = self.aead.block_bytes
        kept = int.from_bytes(self.aead.mask_of(b"\xff" * size), "big")
        with m.If(self.is_key):
            m.d.sync += self.mask.eq(self.each(lambda share: self.result(share) & kept))
        with m.Elif(self.steps):
            m.d.sync += [self.mask.eq(self.next_mask(m)), self.moved.eq(1)]
        with m.If(self.starting):
            m.d.sync += [
                self.sum.eq(0),
                self.first.eq(1),
                self.padding_due.eq(0),
                self.moved.eq(0),
                self.had_ad.eq(0),
                self.had_message.eq(0),
            ]
        with m.Elif(self.sums):
            m.d.sync += self.sum.eq(self.sum ^ presented)

    def states(self) -> dict:
        """The first mask, and where results get their masks."""
        return {
            "REKEY": self._rekey,
            "KEY": self._key,
            "AD_SUM": self._ad_sum,
            "STREAM": self._stream,
            "ANSWER": self._answer,
            "TEXT_SUM": self._text_sum,
            "END": self._end,
            "TAG_SUM": self._tag_sum,
        }

    def _rekey(self, m: Module) -> None:
        m.d.comb += self.call.eq(1)
        self.enter(m, "KEY")

    def _key(self, m: Module) -> None:
        """The first mask is the permuted key."""
        # REKEY comes here from any phase: what has ended says where the message goes on.
        with m.If(self.ready):
            m.d.sync += self.moved.eq(0)
            with m.If(self.had_message):
                self.enter(m, "END")
            with m.Elif(self.had_ad):
                self.enter(m, "MESSAGE")
            with m.Else():
                self.enter(m, "AD")

    def _taken(self, m: Module) -> None:
        """What a block changes for the next one."""
        m.d.sync += self.padding_due.eq(self.ends_full)

    def associated_data(self, m: Module) -> None:
        """A run for each block, the first one behind the nonce; version 2 starts the sum with
        that."""
        there = self.block.valid | self.padding_due
        m.d.comb += self.block.ready.eq(~self.padding_due)
        with m.If(there):
            self._taken(m)
            m.d.sync += self.had_ad.eq(self.last)
            if self.aead.permutes_sum:
                m.d.comb += self.call.eq(~self.first)
                with m.If(self.first):
                    m.d.comb += self.sums.eq(1)
                    m.d.sync += self.first.eq(0)
                    self._next_of_ad(m, self.last)
                with m.Else():
                    self.enter(m, "AD_SUM")
            else:
                m.d.comb += self.call.eq(1)
                m.d.sync += self.first.eq(0)
                self.enter(m, "AD_SUM")

    def _ad_sum(self, m: Module) -> None:
        m.d.comb += self.sums.eq(self.ready)
        with m.If(self.ready):
            self._next_of_ad(m, self.had_ad)

    def _next_of_ad(self, m: Module, ends) -> None:
        with m.If(~ends):
            m.d.comb += self.steps.eq(1)
            self.enter(m, "AD")
        with m.Elif(self.moved):
            self.enter(m, "REKEY")
        with m.Else():
            self.enter(m, "MESSAGE")

    def message(self, m: Module) -> None:
        """A run for the key stream of a block; at the end of whole blocks one for a block of
        padding alone.
        """
        there, unsummed = self.block.valid | self.padding_due, 0
        if self.aead.code_of_2019:
            unsummed = self.empty & ~self.padding_due & ~self.moved
        m.d.comb += [
            self.call.eq(there & ~unsummed),
            self.block.ready.eq(self.empty & ~self.padding_due),
        ]
        with m.If(there):
            with m.If(self.pads):
                m.d.sync += [self.padding_due.eq(0), self.had_message.eq(1)]
                self.enter(m, "TEXT_SUM")
            with m.Else():
                self.enter(m, "STREAM")
            with m.If(unsummed):
                self.enter(m, "END")

    def _stream(self, m: Module) -> None:
        m.d.comb += self.load.eq(self.ready)
        with m.If(self.ready):
            self.enter(m, "ANSWER")

    def _answer(self, m: Module) -> None:
        """The answer leaves, and the ciphertext's run begins."""
        m.d.comb += [
            self.answer.valid.eq(self.block.valid),
            self.block.ready.eq(self.answer.ready),
            self.call.eq(self.block.valid & self.answer.ready),
        ]
        with m.If(self.call):
            self._taken(m)
            m.d.sync += self.had_message.eq(self.last)
            self.enter(m, "TEXT_SUM")

    def _text_sum(self, m: Module) -> None:
        m.d.comb += self.sums.eq(self.ready)
        with m.If(self.ready):
            with m.If(~self.had_message):
                m.d.comb += self.steps.eq(1)
                self.enter(m, "MESSAGE")
            # Version 1 adds no mask to the sum, so it does not matter where the mask is.
            with m.Elif(self.moved if self.aead.permutes_sum else 0):
                self.enter(m, "REKEY")
            with m.Else():
                self.enter(m, "END")

    def _end(self, m: Module) -> None:
        """The sum, which is permuted in version 2."""
        if self.aead.permutes_sum:
            m.d.comb += self.call.eq(1)
            self.enter(m, "TAG_SUM")
        else:
            m.d.comb += self.load.eq(1)
            self.to_tag(m)

    def _tag_sum(self, m: Module) -> None:
        m.d.comb += self.load.eq(self.ready)
        with m.If(self.ready):
            self.to_tag(m)


def _bound(m: Module, name: str, value) -> Signal:
    """A signal for a value: Amaranth prints an expression wherever it is used."""
    signal = Signal(len(value), name=name)
    m.d.comb += signal.eq(value)
    return signal


MODELS = (Elephant,)

TAKES = Takes(folds=True, masked=lambda model: model.permutes_sum)


def make(request: Request) -> ElephantCore:
    """The controller for a core. The permutation's state is loaded too."""
    permutation = request.aead.permutation
    state = read_by(permutation.result, permutation)
    if request.architecture == "masked":
        component = masked(request, permutation, state)
        return ElephantCore.of(request, component, shares=component.staged.shares)
    if request.architecture == "full":
        component = SingleCycle(permutation, state)
    else:
        component = iterated(request, permutation, feedback=True, loadable=state)
    return ElephantCore.of(request, component)

# SPDX-License-Identifier: Apache-2.0
"""The words that the steps of a mode read (`modes.feedback`), in hardware and in shares."""

from collections.abc import Callable
from functools import partial

from amaranth.hdl import Cat, Const, Module, Mux, Signal

from ...modes.feedback import END, TEXT, FeedbackAead, Kept, Words, conditions
from ...words import Word
from ...words.hardware import MEANING, build, called
from ..parts.byte_masks import only_if
from ..parts.declared import During, Flag, Wire, block_bytes
from .core import BlockCore
from .on_shares import named


class StepWords(BlockCore):
    """See `by_steps.StepsCore`.

    Attributes:
        all_steps, first, steps: those of the mode; the first one; the others, by name.
        public: words and conditions that are no secret, by name, as the mode reads them.
        in_share: all words and conditions, by share.
    """

    aead: FeedbackAead

    padding_due = Flag("A block of padding alone is due.")
    mask = Wire("The valid bytes of the block that comes next.", block_bytes, name="valid")
    is_message, is_tag = map(During, (TEXT, END))

    def __init__(self, aead: FeedbackAead, cipher, *, decrypts: bool = True, shares: int = 1):
        self.all_steps = aead.steps
        self.first, *others = self.all_steps
        self.steps = {step.name: step for step in others}
        sizes = {step.block_bytes for step in self.all_steps if step.block_bytes}
        self.short_bytes = tuple(sizes)
        self.public: dict[str, Signal] = {}
        self.in_share: list[dict] = []
        super().__init__(aead, cipher, decrypts=decrypts, shares=shares)

    @property
    def ad_sizes(self):
        """A short block stands in front of whole ones: here as many as anybody tries."""
        return (*self.short_bytes, *[self.aead.block_bytes] * (9 if self.short_bytes else 1))

    @property
    def words(self) -> dict:
        """Words and conditions of share 0."""
        return self.in_share[0]

    def describe_words(self, m: Module) -> None:
        """Describe all words but those of `find`."""
        self._describe_public(m)
        self.in_share += [self._words(m, share) for share in range(self.shares)]

    def _describe_public(self, m: Module) -> None:
        """What is no secret: which bytes are of what, and all conditions."""
        block, counts = self.block, self._counts()
        bits = {"last": block.last, "full": self._is_full(m), "empty": self.empty}
        if self.aead.pads_whole:
            # Behind a full block comes one of padding alone, which is the last one then.
            bits["last"] = block.last & ~bits["full"]
        if counts is not None:
            bits = {"last": bits["last"] | ~counts, "full": bits["full"] & counts,
                    "empty": bits["empty"] | ~counts}  # fmt: skip
            m.d.comb += self.mask.eq(only_if(counts, block.mask))
        else:
            m.d.comb += self.mask.eq(block.mask)
        replaces = called(m, "replaces", "The block is ciphertext.", self.decrypt & self.is_message)
        # As a mask of what stays, so that `merge` has a gate for each byte and no XOR.
        fresh = self.valid_bits(~only_if(replaces, self.mask))
        plain = self.valid_bits(only_if(~replaces, self.mask))
        self.public |= {
            "fresh": called(m, "fresh", "All bytes but those of a ciphertext.", fresh),
            "plain": called(m, "plain", "The bytes of what is no ciphertext.", plain),
            "erased": called(m, "erased", "All bytes but these.", ~plain),
            **bits,
        }
        for name, kept in self.aead.registers.items():
            if kept.bits == 1:
                self.public[name] = _register(name, kept)
        one = {name: bit for name, bit in self.public.items() if len(bit) == 1}
        self.public |= conditions(one, Const(1), lambda bit: ~bit)

    def _counts(self):
        """1 where the block that comes next counts; None: it always does."""
        if self.aead.pads_whole:
            return ~self.padding_due
        absent = [step.name for step in self.steps.values() if step.is_absent]
        return ~self.during(*absent) if absent else None

    def _is_full(self, m: Module):
        """1 if the block has all bytes that it may have."""
        if not self.short_bytes:
            return self.full
        (size,) = self.short_bytes
        m.d.comb += self.short.eq(
            self.during(*(step.name for step in self.all_steps if step.block_bytes))
        )
        return Mux(self.short, self.block.mask[-size], self.full)

    def _words(self, m: Module, share: int) -> dict:
        """Words and conditions of a share by name, as the functions of the mode read them."""
        data, state = self.part(self.block.data, share), Cat(reversed(self.state_parts(share)))
        if (counts := self._counts()) is not None:
            data = only_if(counts, data)
        # Padding is public, so that share 0 alone has it.
        padded = data if share else data | self.padding(self.aead.mark, self.mask)
        size = 8 * self.aead.nonce_bytes
        words = {
            "state": called(m, named("state", share), "What the last call gave.", state),
            "block": called(m, named("block", share), "The block with its padding.", padded),
            "key": self.part(self.key, share),
            "nonce": self.part(self.nonce, share) if self.stores_nonce else Const(0, size),
            **self.public,
        }
        for name, kept in self.aead.registers.items():
            if kept.bits > 1:
                words[name] = _register(named(name, share), kept)
        for name, function in self.aead.derived().items():
            one = partial(_named, name, self.of_share(function, share))
            words |= build(m, one, words, prefix=named("", share))
        return words

    def find(self, m: Module, share: int, presented) -> None:
        """The words that are made of what is presented."""
        words = self.in_share[share]
        given = {**words, "presented": presented}
        for name, function in self.aead.found().items():
            one = partial(_named, name, self.of_share(function, share))
            words |= build(m, one, given, prefix=named("", share))

    def of_share(self, function: Callable[[Words], Word], share: int) -> Callable[[Words], Word]:
        """What a function adds to a share: constants and public words are in share 0 alone."""
        if not share:
            return function

        def linear(words: Words) -> Word:
            public = {
                name: word if name in self.public else word.constant(0)
                for name, word in words.items()
            }
            # What the function gives without secrets is in share 0, and goes out of the sum.
            return function(words) ^ function(public)

        return linear

    def state_parts(self, share: int) -> list[Signal]:
        """What the state consists of, the most significant first."""
        return [self.of_cipher(f"out_{name}", share) for name in self.aead.chained.values()]


def _register(name: str, kept: Kept) -> Signal:
    """A register of the mode, or a share of it."""
    return Signal(kept.bits, name=name, reset_less=True, attrs={MEANING: kept.said})


def _named(name: str, function: Callable, words: Words) -> dict[str, Word]:
    """What a function gives, under a name."""
    return {name: function(words)}

# SPDX-License-Identifier: Apache-2.0
"""Modes over one permutation, described once: a few events, each a pure function over words.

A message is: the nonce in parts, of which the last starts the first run of the permutation; blocks
of associated data and of the message, each absorbed in front of a run; the tag. `Sponge` is what
modes have in common with the hashes of `sponge_hash`. The models read the events as software;
`controllers.sponge.over_permutation` reads them as a datapath.

Where a document has the permutation in front of the block, what is absorbed and the run behind it
belong to one event all the same. Only if what is added to the state depends on whether data follows
at all, the run waits until that is known (`SpongeAead.decides_late`).

Words, all with the first byte of a string most significant:

| word | bits | |
|---|---|---|
| state | of the permutation | |
| key | 8 key_bytes | |
| block | 8 port_bytes or more | of nonce, associated data or message; bytes behind its last are 0 |
| padding | as block | ``mark`` behind the last byte of a block that is not full, elsewhere 0 |
| replaced | as block | 1 in the bytes of a ciphertext, elsewhere 0 |

and of one bit each, `sponge_events.FLAGS`. A mode reads the first bytes of a block; a core with a
hash beside it may have more.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..primitives.primitive import Primitive
from ..words import SoftwareWord, Word, concat
from .model import AeadModel
from .sponge_events import Words
from .sponge_message import SpongeMessage
from .sponge_steps import Step, steps


@dataclass(frozen=True, kw_only=True)
class Addition:
    """Something that is added to the state with a block.

    Attributes:
        name: for signals.
        when: from the flags to a bit: it is added.
        value: from the words to a word of the state's width.
    """

    name: str
    when: Callable[[Words], Word]
    value: Callable[[Words], Word]


@dataclass(frozen=True, kw_only=True)
class Case:
    """What a block does to the state, where that is not always the same.

    Attributes:
        name: for signals.
        when: from the flags to a bit; exactly one of the cases of a mode has it. None: always.
        function: from the words to the state after the block, without `Sponge.additions`.
    """

    name: str
    when: Callable[[Words], Word] | None
    function: Callable[[Words], Word]


class Sponge(ABC):
    """What a mode and a hash over a permutation have in common.

    Attributes:
        permutation: with one input ``x``, the state, and one output, perhaps with several round
            counts, and perhaps with an input ``key``.
        mark: the byte of the padding.
        pads_full: a full last block is followed by a block of padding alone.
        takes_bits: strings of bits are defined too, the first bit of a byte its least significant.
        loadable: the permutation's registers that an event changes without a run behind it.
        bits_per_clock: of a permutation that shifts bit by bit, how many an architecture may
            compute in a clock (`permutation_by`), the most last: that is a step of ``permutation``.
    """

    permutation: Primitive
    key_bytes: int = 0
    mark: int
    pads_full: bool = False
    takes_bits: bool = False
    loadable: frozenset[str] = frozenset()
    bits_per_clock: tuple[int, ...] = ()

    @property
    @abstractmethod
    def port_bytes(self) -> int:
        """The most bytes that an event takes or gives."""

    def permutation_for(self, *rounds: int) -> Primitive:
        """The permutation with these round counts, the largest first, for a core that it shares
        with others.
        """
        return self.permutation

    def multiplied(self, permutation: Primitive) -> Primitive:
        """The permutation of `permutation_for` in steps that have products of bits alone, and what
        is linear, for cores on shares.
        """
        return permutation

    def permutation_by(self, bits: int) -> Primitive:
        """The permutation with steps of so many bits, one of `bits_per_clock`."""
        raise NotImplementedError

    @abstractmethod
    def absorb(self, words: Words) -> Word:
        """The state after a block, without `additions`."""

    def cases(self) -> tuple[Case, ...]:
        """What a block does to the state: `absorb`, or one of several."""
        return (Case(name="block", when=None, function=self.absorb),)

    def additions(self) -> tuple[Addition, ...]:
        """What is added with a block."""
        return ()

    def in_words(self, word: Word) -> Word:
        """A string of bytes, the first most significant, with its bytes as the words of the state
        have them; its own inverse.
        """
        return word

    def derived(self) -> Mapping[str, Callable[[Words], Word]]:
        """More words for the events, by name, made of the others without the state; built once."""
        return {}

    def schedule(self, words: Words) -> Word | None:
        """The number of the round count of the run after a block; None if there is only one."""
        return None


class SpongeAead(Sponge, AeadModel):
    """An AEAD read from its events.

    Attributes:
        absorbs_empty_ad, absorbs_empty_message: data without a byte is absorbed as an empty block;
            else nothing happens.
        parts: of how many parts nonce and tag consist, by name.
        prepares: so many runs of the permutation come before the nonce.
        nonce_runs, tag_runs: a run follows each part of the nonce, not only the last; runs are
            between the parts of the tag.
        rekeys: so many runs by `rekey` follow that of the nonce, and as many, with the next
            numbers, come in front of the tag.
        decides_late: the runs after the nonce and after the associated data wait until it is known
            whether data follows; `opening` adds something in front of the associated data, and
            `turn` in front of the message.
        begins_without_run: no run follows the nonce: the first block of data comes at once.
        joins: so many runs by `join` are between the associated data and the message.
        multiplies: what is not linear in the permutation, or in what it is as `multiplied`, are
            ANDs of bits; else it has sums modulo a power of two or look-ups, which no gadget
            computes on shares.
        text_reads: the flags of a block that its key stream depends on, see `text_of`.
        compares_by_key: of a permutation with a key: on shares the sum of a received tag and the
            right one becomes that of the run that compares them, see `compare`.
    """

    absorbs_empty_ad: bool = False
    absorbs_empty_message: bool = False
    parts: Mapping[str, int] = {"nonce": 1, "tag": 1}
    prepares: int = 0
    nonce_runs: bool = False
    tag_runs: bool = False
    rekeys: int = 0
    decides_late: bool = False
    begins_without_run: bool = False
    multiplies: bool = True
    joins: int = 0
    text_reads: tuple[str, ...] = ()
    compares_by_key: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """The order of a message."""
        return steps(late=self.decides_late, rekeys=self.rekeys, joins=self.joins)

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def ad_parts(self) -> tuple[int, ...]:
        """Bytes of the one or two parts in which a block of associated data is absorbed; a run
        follows the last.
        """
        return (self.ad_block_bytes,)

    @property
    def port_bytes(self):
        return max(
            self.block_bytes,
            *self.ad_parts,
            *(
                -(-size // self.parts[name])
                for name, size in (("nonce", self.nonce_bytes), ("tag", self.tag_bytes))
            ),
        )

    def absorb_rest(self, words: Words) -> Word:
        """The state after a second part of a block of associated data, without `additions`."""
        raise NotImplementedError

    def prepare(self, number: int, words: Words) -> Word:
        """The state in front of this run before the nonce, if the mode `prepares`."""
        raise NotImplementedError

    def rekey(self, number: int, words: Words) -> Word:
        """The state in front of this run of `rekeys`."""
        raise NotImplementedError

    def join(self, number: int, words: Words) -> Word:
        """The state in front of this run of `joins`."""
        raise NotImplementedError

    def repeats(self, state: Word) -> Word | None:
        """1 if the last run before the nonce is followed by one more, behind ``prepare`` with the
        next number; None: never.
        """
        return None

    def turn_schedule(self, words: Words) -> Word | None:
        """The number of the round count of the run before the message, from the flags of `turn`;
        None: that of `run_of`.
        """
        return None

    def run_of(self, event: str) -> int:
        """The number of the round count of the run after ``prepare0``, ``begin0``, ``opening``,
        ``turn``, ``rekey0``, ``tag``, ….

        Runs after blocks: `schedule`.
        """
        return 0

    def opening(self) -> tuple[Addition, ...]:
        """What is added in front of the run before the associated data, if that `decides_late`."""
        return ()

    @abstractmethod
    def begin(self, part: int, words: Words) -> Word:
        """The state after this part of the nonce (``block``)."""

    def turn(self) -> tuple[Addition, ...]:
        """What is added in front of the run before the message, if that `decides_late`.

        ``message``: the message has bytes. ``full``: the last block of associated data was full.
        """
        return ()

    def turn_cases(self) -> tuple[Case, ...]:
        """What that run starts from, by the flags of `turn`, where it is not the state itself."""
        return ()

    @abstractmethod
    def text(self, state: Word) -> Word:
        """The key stream for a block of the message."""

    def text_of(self, words: Words) -> Word:
        """The same from the state and those flags that it `text_reads`."""
        return self.text(words["state"])

    def finish(self, words: Words) -> Word:
        """The state from which the tag is read."""
        return words["state"]

    @abstractmethod
    def tag(self, part: int, state: Word) -> Word:
        """A part of the tag, from the state that `finish` gives."""

    @property
    def plain(self) -> Mapping[str, tuple[int, int]]:
        """On shares, the bits of the state that are public in front of a run, and so in share 0
        alone: by the event, ``begin`` or ``compare``, a mask and their value.
        """
        if not self.compares_on_shares or self.compares_by_key:
            return {}
        places = self._tag_places()
        return {"compare": (sum(1 << bit for bit, place in enumerate(places) if place is None), 0)}

    def compare(self, part: int, words: Words) -> Word:
        """The state in front of a run that says whether a received tag is right, after this part of
        it (``block``): the sum of the tag and the received one where the tag is in the state, and 0
        in all other bits. If the mode `compares_by_key`, a state of zeros, and in front of it the
        states of the runs between the parts of the tag. For cores on shares, where that sum may
        not be known either.

        Raises:
            ValueError: the tag is not a part of the state.
        """
        if self.compares_by_key:
            ends = part == self.parts["tag"] - 1
            return words["state"].constant(0) if ends else self.finish(words)
        size, places = 8 * self.tag_bytes, self._tag_places()
        differs = self.tag_sum(part, words)
        # Bit ``size`` is a 0 above the sum: all places without a bit of the tag read it.
        return concat(differs.constant(0, 1), differs).permute(
            [size if place is None else place for place in places]
        )

    def tag_sum(self, part: int, words: Words) -> Word:
        """The sum of a part of the tag and of the received one (``block``)."""
        size = 8 * self.tag_bytes // self.parts["tag"]
        return self.tag(part, self.finish(words)) ^ words["block"][-size:]

    def compare_key(self, differs: Word) -> Word:
        """The key of the run that says whether a received tag is right, from the sum of the tags:
        in its first bits, zeros behind it.
        """
        return concat(differs, differs.constant(0, 8 * self.key_bytes - differs.width))

    @property
    def compares_on_shares(self) -> bool:
        """Whether there is a `compare` behind whose run the first bits of the state say whether a
        tag was right.
        """
        return self.parts["tag"] == 1 or self.compares_by_key

    def _tag_places(self) -> list[int | None]:
        """For each bit of the state the bit of the tag that it is; None: it is in no tag."""
        width, size = self.permutation.inputs["x"], 8 * self.tag_bytes
        # The numbers of the bits are read through `tag`, a bit of each number at a time.
        numbers = [0] * size
        for digit in range(width.bit_length()):
            digits = sum(1 << bit for bit in range(width) if bit >> digit & 1)
            found = int(self.tag(0, SoftwareWord(width, digits)))
            numbers = [number | (found >> bit & 1) << digit for bit, number in enumerate(numbers)]
        # A bit that two bits of the tag have, or a constant in it, cannot be set from a received
        # tag.
        if len(set(numbers)) < size or int(self.tag(0, SoftwareWord(width, 0))):
            raise ValueError(f"{type(self).__name__}: expected a tag that is a part of the state")
        places: list[int | None] = [None] * width
        for bit, number in enumerate(numbers):
            places[number] = bit
        return places

    def encrypt(self, key, nonce, associated_data, plaintext):
        run = SpongeMessage(self, key, nonce)
        run.associated_data(associated_data)
        return run.message(plaintext, decrypting=False) + run.tag()

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[: -self.tag_bytes], ciphertext[-self.tag_bytes :]
        plaintext, right = self.opened(key, nonce, associated_data, ciphertext)
        return plaintext if right == tag else None

    def opened(
        self, key: bytes, nonce: bytes, associated_data: bytes, ciphertext: bytes
    ) -> tuple[bytes, bytes]:
        """The plaintext of any ciphertext, without a tag, and the tag that is right for it."""
        run = SpongeMessage(self, key, nonce)
        run.associated_data(associated_data)
        return run.message(ciphertext, decrypting=True), run.tag()

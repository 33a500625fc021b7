"""Modes over one permutation, described once: a few events, each a pure function over words.

A message is: the nonce in parts, of which the last starts the first run of the permutation; blocks of
associated data and of the message, each absorbed in front of a run; the tag. `Sponge` is what modes
have in common with the hashes of `sponge_hash`. The models read the events as software;
`controllers.over_permutation` reads them as a datapath.

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

and of one bit each, `FLAGS`. A mode reads the first bytes of a block; a core with a hash beside it may
have more.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ..primitives.primitive import SCHEDULE, Primitive, software
from ..words import Word, concat, mux
from ..words.compiled import compile_function
from .byte_strings import split, xor
from .model import AeadModel

Words = Mapping[str, Word]

FLAGS = ("message", "initial", "first", "last", "full", "part", "ad")
"""What is known of a block: of the message (else of associated data, or of a hash); the first after the
nonce or of a hash; the first of its type; the last of its type (a full one is not, if a block of padding
alone follows); it is full; not the first part of a block of associated data (`SpongeAead.ad_parts`);
associated data with bytes was absorbed before."""


@dataclass(frozen=True, kw_only=True)
class Addition:
    """Something that is added to the state with a block.

    Attributes:
        name: for signals.
        when: from the `FLAGS` to a bit: it is added.
        value: from the words to a word of the state's width.
    """

    name: str
    when: Callable[[Words], Word]
    value: Callable[[Words], Word]


class Sponge(ABC):
    """What a mode and a hash over a permutation have in common.

    Attributes:
        permutation: with one input ``x``, the state, and one output, perhaps with several round counts.
        mark: the byte of the padding.
        pads_full: a full last block is followed by a block of padding alone.
        loadable: the permutation's registers that an event changes without a run behind it.
    """

    permutation: Primitive
    key_bytes: int = 0
    mark: int
    pads_full: bool = False
    loadable: frozenset[str] = frozenset()

    @property
    @abstractmethod
    def port_bytes(self) -> int:
        """The most bytes that an event takes or gives."""

    def permutation_for(self, *rounds: int) -> Primitive:
        """The permutation with these round counts, the largest first, for a core that it shares with others."""
        return self.permutation

    @abstractmethod
    def absorb(self, words: Words) -> Word:
        """The state after a block, without `additions`."""

    def additions(self) -> tuple[Addition, ...]:
        """What is added with a block."""
        return ()

    def derived(self) -> Mapping[str, Callable[[Words], Word]]:
        """More words for the events, by name, made of the others without the state; built once."""
        return {}

    def schedule(self, words: Words) -> Word | None:
        """The number of the round count of the run after a block; None if there is only one."""
        return None


class SpongeAead(Sponge, AeadModel):
    """An AEAD read from its events. Runs after the nonce have the first round count.

    Attributes:
        absorbs_empty_ad, absorbs_empty_message: data without a byte is absorbed as an empty block; else
            nothing happens.
        parts: of how many parts nonce and tag consist, by name.
        prepares: a run of the permutation comes before the nonce.
        decides_late: the runs after the nonce and after the associated data wait until it is known
            whether data follows, and `turn` adds something in front of the message.
    """

    absorbs_empty_ad: bool = False
    absorbs_empty_message: bool = False
    parts: Mapping[str, int] = {"nonce": 1, "tag": 1}
    prepares: bool = False
    decides_late: bool = False

    @property
    def ad_block_bytes(self):
        return self.block_bytes

    @property
    def ad_parts(self) -> tuple[int, ...]:
        """Bytes of the one or two parts in which a block of associated data is absorbed; a run follows the last."""
        return (self.ad_block_bytes,)

    @property
    def port_bytes(self):
        return max(self.block_bytes, *self.ad_parts, *(
            -(-size // self.parts[name]) for name, size in (("nonce", self.nonce_bytes), ("tag", self.tag_bytes))))

    def absorb_rest(self, words: Words) -> Word:
        """The state after a second part of a block of associated data, without `additions`."""
        raise NotImplementedError

    def prepare(self, words: Words) -> Word:
        """The state in front of a run before the nonce, if the mode `prepares`."""
        raise NotImplementedError

    @abstractmethod
    def begin(self, part: int, words: Words) -> Word:
        """The state after this part of the nonce (``block``)."""

    def turn(self) -> tuple[Addition, ...]:
        """What is added in front of the run before the message, if that `decides_late`.

        ``message``: the message has bytes. ``full``: the last block of associated data was full.
        """
        return ()

    @abstractmethod
    def text(self, state: Word) -> Word:
        """The key stream for a block of the message."""

    def finish(self, words: Words) -> Word:
        """The state from which the tag is read."""
        return words["state"]

    @abstractmethod
    def tag(self, part: int, state: Word) -> Word:
        """A part of the tag, from the state that `finish` gives."""

    def encrypt(self, key, nonce, associated_data, plaintext):
        run = _Run(self, key, nonce)
        run.associated_data(associated_data)
        return run.message(plaintext, decrypting=False) + run.tag()

    def decrypt(self, key, nonce, associated_data, ciphertext):
        if len(ciphertext) < self.tag_bytes:
            return None
        ciphertext, tag = ciphertext[:-self.tag_bytes], ciphertext[-self.tag_bytes:]
        run = _Run(self, key, nonce)
        run.associated_data(associated_data)
        plaintext = run.message(ciphertext, decrypting=True)
        return plaintext if run.tag() == tag else None


class _Run:
    """One message through the events of a `SpongeAead`."""

    def __init__(self, mode: SpongeAead, key: bytes, nonce: bytes):
        self.mode, self.key, self.state, self.initial = mode, int.from_bytes(key, "big"), 0, 1
        self.known = {"ad": 0, "full": 0}
        if mode.prepares:
            self.state, = self._event("prepare", b"")
            self._permute(0)
        for number, part in enumerate(split(nonce, mode.port_bytes)):
            self.state, = self._event(f"begin{number}", part)
        if not mode.decides_late:
            self._permute(0)

    def associated_data(self, data: bytes) -> None:
        if data or self.mode.absorbs_empty_ad:
            if self.mode.decides_late:
                self._permute(0)
            self._absorb(data, self.mode.ad_parts, message=0)
            self.known["ad"] = int(bool(data))

    def message(self, data: bytes, *, decrypting: bool) -> bytes:
        """The other of plaintext and ciphertext."""
        if self.mode.decides_late:
            self.state, = self._event("turn", b"", **self.known, message=int(bool(data)))
            self._permute(0)
        if data or self.mode.absorbs_empty_message:
            return self._absorb(data, (self.mode.block_bytes,), message=1, decrypting=decrypting)
        return b""

    def tag(self) -> bytes:
        size = self.mode.port_bytes
        parts = [self._event(f"tag{part}", b"")[0].to_bytes(size, "big") for part in range(self.mode.parts["tag"])]
        return b"".join(parts)[:self.mode.tag_bytes]

    def _absorb(self, data: bytes, sizes: tuple[int, ...], *, message: int, decrypting: bool = False) -> bytes:
        blocks, output = _split_in_turn(data, sizes), b""
        if self.mode.pads_full and len(blocks[-1]) == sizes[-1]:
            blocks.append(b"")
        for number, block in enumerate(blocks):
            part, last = number % len(sizes), number == len(blocks) - 1
            if message:
                stream = self._event("text", b"")[0].to_bytes(self.mode.port_bytes, "big")
                output += xor(stream, block)
            flags = {"message": message, "initial": self.initial, "first": int(number < len(sizes)),
                     "last": int(last), "full": int(len(block) == sizes[part]), "part": part, "ad": self.known["ad"]}
            self.state, schedule = self._event("absorb_rest" if part else "absorb", block, decrypting=decrypting, **flags)
            self.known["full"] = flags["full"]
            if last or part == len(sizes) - 1:
                self.initial = 0
                if message or not last or not self.mode.decides_late:
                    self._permute(schedule)
        return output

    def _event(self, name: str, block: bytes, *, decrypting: bool = False, **flags: int) -> tuple[int, ...]:
        return happens(self.mode, name, self.state, block, key=self.key, decrypting=decrypting, **flags)

    def _permute(self, schedule: int) -> None:
        self.state = permute(self.mode, self.state, schedule)


def _split_in_turn(data: bytes, sizes: tuple[int, ...]) -> list[bytes]:
    """Pieces of these sizes in turn, the last one maybe shorter; one empty piece for empty data."""
    pieces = [data[:sizes[0]]]
    while len(data := data[sizes[(len(pieces) - 1) % len(sizes)]:]) > 0:
        pieces.append(data[:sizes[len(pieces) % len(sizes)]])
    return pieces


def happens(mode: Sponge, name: str, state: int, block: bytes, *, key: int = 0, decrypting: bool = False,
            **flags: int) -> tuple[int, ...]:
    """What an event makes of the state and a block: the state, and the round count of `Sponge.absorb`; or an answer.

    Args:
        mode: a mode or a hash.
        name: of one of its functions; of one with parts, with the number of the part behind it.
        state, key: as numbers.
        block: the bytes; the padding is for a block that is not ``full``.
        decrypting: the block is ciphertext.
        flags: of `FLAGS`, those that are 1 or may be.
    """
    size = mode.port_bytes
    padding = b"" if flags.get("full") else (bytes(len(block)) + bytes([mode.mark]))[:size]
    replaced = b"\xff" * len(block) if decrypting else b""
    strings = [int.from_bytes(part.ljust(size, b"\0"), "big") for part in (block, padding, replaced)]
    return _compiled(mode, name)(state, key, *strings, *(flags.get(flag, 0) for flag in FLAGS))


def permute(mode: Sponge, state: int, schedule: int) -> int:
    """The state after a run."""
    more = (schedule,) if SCHEDULE in mode.permutation.inputs else ()
    return software(mode.permutation)(state, *more)[0]


@cache
def _compiled(mode: Sponge, name: str):
    """An event as a function of integers: state, key, block, padding, replaced, flags."""
    size = 8 * mode.port_bytes
    widths = {"state": mode.permutation.inputs["x"], "key": 8 * mode.key_bytes or 1, "block": size, "padding": size,
              "replaced": size, **dict.fromkeys(FLAGS, 1)}

    def event(words: Words) -> dict[str, Word]:
        words = {**words, **{key: function(words) for key, function in mode.derived().items()}}
        if name == "turn":
            return {"state": _with(mode.turn(), words["state"], words)}
        if name in ("absorb", "absorb_rest", "begin"):
            state = _with(mode.additions(), getattr(mode, name)(words), words)
            return {"state": state, "schedule": mode.schedule(words) or state.constant(0, 1)}
        return {"result": left_aligned(_result(mode, name, words), size)}
    return compile_function(event, widths)


def _result(mode: Sponge, name: str, words: Words) -> Word:
    """What an event that adds nothing gives: a state, or an answer."""
    if name.startswith("tag"):
        return mode.tag(int(name[-1]), mode.finish(words))
    if name in ("text", "digest_part"):
        return getattr(mode, name)(words["state"])
    return getattr(mode, name)(words) if name[-1].isalpha() else mode.begin(int(name[-1]), words)


def _with(additions: tuple[Addition, ...], state: Word, words: Words) -> Word:
    for addition in additions:
        value = addition.value(words)
        state = state ^ mux(addition.when(words), value, value.constant(0))
    return state


def left_aligned(word: Word, width: int) -> Word:
    """A word as the first bits of a wider one, zeros behind it."""
    return concat(word, word.constant(0, width - word.width)) if word.width < width else word

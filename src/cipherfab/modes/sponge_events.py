# SPDX-License-Identifier: Apache-2.0
"""The events of a `sponge.Sponge` as software: each is compiled once, to a function of integers."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ..primitives.primitive import SCHEDULE, software
from ..words import Word, concat, mux
from ..words.compiled import compile_function

if TYPE_CHECKING:
    from .sponge import Addition, Sponge, SpongeAead

Words = Mapping[str, Word]

FLAGS = ("message", "initial", "first", "last", "full", "empty", "part", "ad")
"""What is known of a block: of the message (else of associated data, or of a hash); the first after
the nonce or of a hash; the first of its type; the last of its type (a full one is not, if a block
of padding alone follows); it is full; it has no byte; not the first part of a block of associated
data (`sponge.SpongeAead.ad_parts`); associated data with bytes was absorbed before.
"""


def happens(
    mode: "Sponge",
    name: str,
    state: int,
    block: bytes,
    *,
    number: int | None = None,
    key: int = 0,
    decrypting: bool = False,
    rest: int = 0,
    **flags: int,
) -> tuple[int, ...]:
    """What an event makes of the state and a block: the state, and the round count of
    `Sponge.absorb`; or an answer.

    Args:
        mode: a mode or a hash.
        name, number: of one of its functions, and of the part or the run if it has several.
        state, key: as numbers.
        block: the bytes; the padding is for a block that is not ``full``.
        decrypting: the block is ciphertext.
        rest: bits of the block's last byte that count, the least significant ones; 0 for all.
        flags: of `FLAGS`, those that are 1 or may be.
    """
    size = mode.port_bytes
    # A last byte of which only some bits count is not whole: the mark stands in it.
    whole = len(block) - (rest > 0)
    # The mark moves up behind the bits that count.
    mark, bits = bytes([mode.mark << rest & 0xFF]), bytes([(1 << rest) - 1])[: rest > 0]
    # A full block has no room for the mark. Where a mode wants one, it is an addition.
    padding = b"" if flags.get("full") else (bytes(whole) + mark)[:size]
    replaced = b"\xff" * whole + bits if decrypting else b""
    strings = [
        int.from_bytes(part.ljust(size, b"\0"), "big") for part in (block, padding, replaced)
    ]
    event = _compiled(mode, name, number)
    return event(state, key, *strings, *(flags.get(flag, 0) for flag in FLAGS))


def permute(mode: "Sponge", state: int, schedule: int, key: int = 0) -> int:
    """The state after a run."""
    given = {"x": state, "key": key, SCHEDULE: schedule}
    return software(mode.permutation)(*(given[name] for name in mode.permutation.inputs))[0]


@cache
def _compiled(mode: "Sponge", name: str, number: int | None):
    """An event as a function of integers: state, key, block, padding, replaced, flags."""
    return compile_function(event_of(mode, name, number), widths_of(mode))


def widths_of(mode: "Sponge") -> dict[str, int]:
    """Bits of each word of an event, in the order in which it takes them."""
    size = 8 * mode.port_bytes
    return {
        "state": mode.permutation.inputs["x"],
        # A hash has no key, and a word has at least one bit.
        "key": 8 * mode.key_bytes or 1,
        "block": size,
        "padding": size,
        "replaced": size,
        **dict.fromkeys(FLAGS, 1),
    }


def event_of(
    mode: "Sponge", name: str, number: int | None = None
) -> Callable[[dict[str, Word]], dict[str, Word]]:
    """An event, see `happens`, from words by name to words by name."""

    def event(words: Words) -> dict[str, Word]:
        words = {**words, **{key: function(words) for key, function in mode.derived().items()}}
        if number is not None and name in _NUMBERED:
            return _answer(mode, _NUMBERED[name](mode, words, number))
        return _EVENTS[name](mode, words)

    return event


def _block(mode: "Sponge", words: Words, state: Word) -> dict[str, Word]:
    """The state after a block, and the number of the round count of the run behind it."""
    state = _with(mode.additions(), state, words)
    # A word is never false: the second one is for a mode whose schedule is None.
    return {"state": state, "schedule": mode.schedule(words) or state.constant(0, 1)}


def _turn(mode: "SpongeAead", words: Words) -> dict[str, Word]:
    schedule = mode.turn_schedule(words) or words["state"].constant(mode.run_of("turn"), 8)
    state = words["state"]
    for case in mode.turn_cases():
        state = mux(case.when(words), case.function(words), state)
    return {"state": _with(mode.turn(), state, words), "schedule": schedule}


def _answer(mode: "Sponge", word: Word) -> dict[str, Word]:
    """What an event that adds nothing gives: a state, or an answer."""
    return {"result": left_aligned(word, 8 * mode.port_bytes)}


_EVENTS: dict[str, Callable[[Any, Words], dict[str, Word]]] = {
    "absorb": lambda mode, words: _block(mode, words, _absorbed(mode, words)),
    "absorb_rest": lambda mode, words: _block(mode, words, mode.absorb_rest(words)),
    "begin": lambda mode, words: _block(mode, words, mode.begin(words)),
    "opening": lambda mode, words: {"state": _with(mode.opening(), words["state"], words)},
    "turn": _turn,
    "repeats": lambda mode, words: {
        "result": mode.repeats(words["state"]) or words["state"].constant(0, 1)
    },
    "finish": lambda mode, words: _answer(mode, mode.finish(words)),
    "between": lambda mode, words: _answer(mode, mode.between(words)),
    "text": lambda mode, words: _answer(mode, mode.text_of(words)),
    "closing": lambda mode, words: {
        "state": _with(mode.closing(), words["state"], words),
        "schedule": words["state"].constant(mode.squeeze_schedule, 8),
    },
    "digest_part": lambda mode, words: _answer(mode, mode.digest_part(words["state"])),
}
"""What each event gives; the first block of a hash begins it."""

_NUMBERED: dict[str, Callable[[Any, Words, int], Word]] = {
    "prepare": lambda mode, words, number: mode.prepare(number, words),
    "begin": lambda mode, words, number: mode.begin(number, words),
    "rekey": lambda mode, words, number: mode.rekey(number, words),
    "join": lambda mode, words, number: mode.join(number, words),
    "compare": lambda mode, words, number: mode.compare(number, words),
    "tag": lambda mode, words, number: mode.tag(number, mode.finish(words)),
}
"""The same of the events of which there are several, each with a number."""


def _absorbed(mode: "Sponge", words: Words) -> Word:
    """The state after a block, by the case that it is."""
    *cases, last = mode.cases()
    # Exactly one case holds, so the last one needs no condition.
    state = last.function(words)
    for case in cases:
        state = mux(case.when(words), case.function(words), state)
    return state


def _with(additions: "tuple[Addition, ...]", state: Word, words: Words) -> Word:
    for addition in additions:
        value = addition.value(words)
        state = state ^ mux(addition.when(words), value, value.constant(0))
    return state


def left_aligned(word: Word, width: int) -> Word:
    """A word as the first bits of a wider one, zeros behind it."""
    return concat(word, word.constant(0, width - word.width)) if word.width < width else word

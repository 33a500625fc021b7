# SPDX-License-Identifier: Apache-2.0
"""The events of a `sponge.Sponge` as software: each is compiled once, to a function of integers."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..primitives.primitive import SCHEDULE, software
from ..words import Word, concat, mux
from ..words.compiled import compile_function

if TYPE_CHECKING:
    from .sponge import Addition, Sponge

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
    key: int = 0,
    decrypting: bool = False,
    **flags: int,
) -> tuple[int, ...]:
    """What an event makes of the state and a block: the state, and the round count of
    `Sponge.absorb`; or an answer.

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
    strings = [
        int.from_bytes(part.ljust(size, b"\0"), "big") for part in (block, padding, replaced)
    ]
    return _compiled(mode, name)(state, key, *strings, *(flags.get(flag, 0) for flag in FLAGS))


def permute(mode: "Sponge", state: int, schedule: int, key: int = 0) -> int:
    """The state after a run."""
    given = {"x": state, "key": key, SCHEDULE: schedule}
    return software(mode.permutation)(*(given[name] for name in mode.permutation.inputs))[0]


@cache
def _compiled(mode: "Sponge", name: str):
    """An event as a function of integers: state, key, block, padding, replaced, flags."""
    return compile_function(event_of(mode, name), widths_of(mode))


def widths_of(mode: "Sponge") -> dict[str, int]:
    """Bits of each word of an event, in the order in which it takes them."""
    size = 8 * mode.port_bytes
    return {
        "state": mode.permutation.inputs["x"],
        "key": 8 * mode.key_bytes or 1,
        "block": size,
        "padding": size,
        "replaced": size,
        **dict.fromkeys(FLAGS, 1),
    }


def event_of(mode: "Sponge", name: str) -> Callable[[dict[str, Word]], dict[str, Word]]:
    """An event, see `happens`, from words by name to words by name."""
    size = 8 * mode.port_bytes

    def event(words: Words) -> dict[str, Word]:
        words = {**words, **{key: function(words) for key, function in mode.derived().items()}}
        if name == "turn":
            schedule = mode.turn_schedule(words) or words["state"].constant(mode.run_of("turn"), 8)
            return {"state": _with(mode.turn(), words["state"], words), "schedule": schedule}
        if name == "opening":
            return {"state": _with(mode.opening(), words["state"], words)}
        if name == "repeats":
            return {"result": mode.repeats(words["state"]) or words["state"].constant(0, 1)}
        if name in ("absorb", "absorb_rest", "begin"):
            state = _absorbed(mode, words) if name == "absorb" else getattr(mode, name)(words)
            state = _with(mode.additions(), state, words)
            return {"state": state, "schedule": mode.schedule(words) or state.constant(0, 1)}
        return {"result": left_aligned(_result(mode, name, words), size)}

    return event


def _result(mode: "Sponge", name: str, words: Words) -> Word:
    """What an event that adds nothing gives: a state, or an answer."""
    if name.startswith("tag"):
        return mode.tag(int(name[-1]), mode.finish(words))
    if name in ("text", "digest_part"):
        return getattr(mode, name)(words["state"])
    return (
        getattr(mode, name)(words)
        if name[-1].isalpha()
        else getattr(mode, name[:-1])(int(name[-1]), words)
    )


def _absorbed(mode: "Sponge", words: Words) -> Word:
    """The state after a block, by the case that it is."""
    *cases, last = mode.cases()
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

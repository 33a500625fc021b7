# SPDX-License-Identifier: Apache-2.0
"""AES-256.

Source: NIST FIPS 197, "Advanced Encryption Standard (AES)", 2001 (updated 2023), sections 4 and 5,
with Nk = 8.

Differences from the text: as in `aes`. The register of the key holds the round keys of this round
and of the next; each round makes the four words after them. ``turn`` is 1 where these begin with
RotWord and Rcon, in every second round.
"""

from functools import cache

from ..primitives.primitive import Primitive, State
from ..primitives.properties import Invertible
from ..words import Word, concat, mux
from ..words.bits import equals
from .aes import (
    BEFORE_FIRST_RCON,
    RCON,
    inverse_mix_columns,
    inverse_shift_rows,
    inverse_sub_bytes,
    mix_columns,
    next_rcon,
    previous_rcon,
    shift_rows,
    sub_bytes,
)

ROUNDS = 14

LAYOUT = {"x": 128, "key": 256, "rcon": 8, "turn": 1}


def schedule_word(word: Word, rcon: Word, turn: Word, style: str = "fast") -> Word:
    """Section 5.2: what is added to the first of four words: SubWord, in every second round with
    RotWord and Rcon."""
    substituted = sub_bytes(mux(turn, word.ror(24), word), style)
    return concat(substituted[24:] ^ mux(turn, rcon, rcon.constant(0)), substituted[:24])


def next_words(key: Word, rcon: Word, turn: Word, style: str = "fast") -> Word:
    """Section 5.2: the four words after the eight of ``key``."""
    words = key.split(32)
    added, following = schedule_word(words[7], rcon, turn, style), []
    for word in words[:4]:
        added = added ^ word
        following.append(added)
    return concat(*following)


def previous_words(key: Word, rcon: Word, turn: Word, style: str = "fast") -> Word:
    """The four words before the eight of ``key``, of which the last four were made with ``rcon``
    and ``turn``."""
    _, _, _, last, w0, w1, w2, w3 = key.split(32)
    return concat(w0 ^ schedule_word(last, rcon, turn, style), w1 ^ w0, w2 ^ w1, w3 ^ w2)


def _following(state: State, sbox: str) -> State:
    """The registers of the key after a round."""
    key, rcon, turn = state["key"], state["rcon"], state["turn"]
    return {
        "key": concat(key[:128], next_words(key, rcon, turn, sbox)),
        "rcon": mux(turn, next_rcon(rcon), rcon),
        "turn": ~turn,
    }


def _before(state: State, sbox: str) -> State:
    key, rcon, turn = state["key"], state["rcon"], state["turn"]
    previous = previous_words(key, rcon, turn, sbox)
    return {
        "key": concat(previous, key[128:]),
        "rcon": mux(turn, previous_rcon(rcon), rcon),
        "turn": ~turn,
    }


@cache
def aes_256(*, sbox: str = "fast", mix: str = "fast") -> Primitive:
    """AES-256 with its key schedule; inputs ``key`` (256 bits) and ``plaintext``, output
    ``ciphertext``.

    Args:
        sbox: one of `aes.SBOX_STYLES`.
        mix: one of `aes.MIX_STYLES`.
    """
    return _cipher(sbox, mix)


def _cipher(sbox: str, mix: str, *, last_key: bool = False) -> Primitive:
    """The cipher; ``last_key``: as `Primitive.from_last_key` describes, of the last two round
    keys."""

    def load(inputs: State) -> State:
        key = inputs["key"]
        return {
            "x": inputs["plaintext"] ^ key[128:],
            "key": key,
            "rcon": key.constant(RCON[0], 8),
            "turn": key.constant(1, 1),
        }

    def step(state: State, last: bool = False) -> State:
        x = shift_rows(sub_bytes(state["x"], sbox))
        following = _following(state, sbox)
        if last and last_key:
            # The last round leaves the last two round keys where they are, for who takes them.
            following["key"] = state["key"]
        # The lower half of the register has the key of this round already.
        return {"x": (x if last else mix_columns(x, mix)) ^ state["key"][:128], **following}

    more = {"last_key": 256} if last_key else {}
    return Primitive(
        name="aes-256",
        rounds=(ROUNDS,),
        inputs={"key": 256, "plaintext": 128},
        outputs={"ciphertext": 128, **more},
        layout=LAYOUT,
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=lambda state: {"ciphertext": state["x"], **{name: state["key"] for name in more}},
        # Rcon moves on in every second round: after 14 it is the eighth, and ``turn`` is as it was.
        finished=lambda state: equals(
            concat(state["rcon"], state["turn"]), RCON[ROUNDS // 2] << 1 | 1
        ),
        inverse=_inverse(sbox, mix, last_key=last_key),
        from_last_key=None if last_key else _cipher(sbox, mix, last_key=True),
    )


def _inverse(sbox: str, mix: str, *, last_key: bool) -> Primitive:
    """Section 5.3. Its load expands the key, so that its input is the cipher key, unless it is the
    last round keys."""

    def load(inputs: State) -> State:
        key = inputs["key"]
        schedule = {"key": key, "rcon": key.constant(RCON[0], 8), "turn": key.constant(1, 1)}
        # The register has two round keys, so the last one is there a round before the end.
        for _ in range(0 if last_key else ROUNDS - 1):
            schedule = _following(schedule, sbox)
        # The last four words were made with these: it was the seventh time that Rcon was added.
        rcon = key.constant(RCON[ROUNDS // 2 - 1], 8)
        return {
            "x": inputs["ciphertext"] ^ schedule["key"][:128],
            "key": schedule["key"],
            "rcon": rcon,
            "turn": key.constant(1, 1),
        }

    def step(state: State, last: bool = False) -> State:
        # Backwards it is the upper half, the key in front of the one that was added last.
        x = inverse_sub_bytes(inverse_shift_rows(state["x"]), sbox) ^ state["key"][128:]
        return {"x": x if last else inverse_mix_columns(x, mix), **_before(state, sbox)}

    return Primitive(
        name="aes-256-inverse",
        rounds=(ROUNDS,),
        inputs={"key": 256, "ciphertext": 128},
        outputs={"plaintext": 128},
        layout=LAYOUT,
        load=load,
        step=step,
        last_step=lambda state: step(state, last=True),
        result=lambda state: {"plaintext": state["x"]},
        finished=lambda state: equals(
            concat(state["rcon"], state["turn"]), BEFORE_FIRST_RCON << 1 | 1
        ),
    )


PROPERTIES = tuple(
    Invertible(
        of=lambda key, turn=turn: concat(
            key[:128], next_words(key, key.constant(1, 8), key.constant(turn, 1))
        ),
        by=lambda key, turn=turn: concat(
            previous_words(key, key.constant(1, 8), key.constant(turn, 1)), key[128:]
        ),
        shape=256,
        name=f"next_words, turn {turn}",
    )
    for turn in (0, 1)
)

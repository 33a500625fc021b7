"""Ascon-p: the permutation of Ascon v1.2 and of NIST SP 800-232.

Source: C. Dobraunig, M. Eichlseder, F. Mendel, M. Schläffer, "Ascon v1.2", submission to NIST, section 2.6.
SP 800-232 section 3 has the same permutation on the same 64-bit words; only the order of the bytes in a word differs, which
is a matter of the modes.

Differences from the text: the round constant is not looked up but kept as the 4-bit round number ``i`` (12 rounds: 0 to 11), from
which the constant is wiring: (15 - i) || i.
"""

from functools import cache, partial

from ..primitives.in_stages import Box, Staged
from ..primitives.primitive import SCHEDULE, Primitive, State
from ..words import Word, concat, mux, ror
from ..words.bits import equals

ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
"""Section 2.6.3: the two rotations of each word of the linear diffusion layer."""

EARLY = {"early": (0, 1, 3), "early-0": (0,), "early-1": (1,), "early-3": (3,), "early-0-1": (0, 1), "early-1-3": (1, 3)}
"""Words of the S-box's result that add what is there early first. Behind it are two products, one with a factor and one with its
complement: at most one of them is 1, so their sum is an OR."""

INNER = "early-inner"
"""``early`` in all rounds but the last, which has the text's S-box: it is a little smaller and slower."""

GROUPINGS = ("rotations", "second", *EARLY, INNER)
"""Other ways to group the XORs than the text's: in the linear layer the two rotations first, or the word and its second rotation
first; in the S-box `EARLY`."""

MAX_ROUNDS = 12
"""p^a has 12 rounds; p^b with b rounds are the last b of them."""


def round_constant(i: Word) -> Word:
    """Section 2.6.1: the 8-bit constant of round ``i`` (4 bits): f0, e1, d2, …, 4b."""
    return concat(~i, i)


def substitution(x: list[Word], grouping: str = "") -> list[Word]:
    """Section 2.6.2, figure 4a: the 5-bit S-box on all 64 slices at once; x0 holds the most significant bits.

    Args:
        x: the five words.
        grouping: one of `GROUPINGS`, or nothing for the text's.
    """
    x0, x1, x2, x3, x4 = x
    x0, x4, x2 = x0 ^ x4, x4 ^ x3, x2 ^ x1
    t0, t1, t2, t3, t4 = ~x0 & x1, ~x1 & x2, ~x2 & x3, ~x3 & x4, ~x4 & x0
    # Not built where it is not asked for: an OR of products is no function of degree 2 by its form, and masking refuses it.
    early = {0: x[0] ^ x[3] ^ (t0 | t1), 1: x1 ^ x0 ^ (t1 | t2), 3: x3 ^ x2 ^ (t3 | t4)} if grouping in EARLY else {}
    x0, x1, x2, x3, x4 = x0 ^ t1, x1 ^ t2, x2 ^ t3, x3 ^ t4, x4 ^ t0
    text = [x0 ^ x4, x1 ^ x0, ~x2, x3 ^ x2, x4]
    return [early[n] if n in EARLY.get(grouping, ()) else word for n, word in enumerate(text)]


def linear_diffusion(x: list[Word], grouping: str = "") -> list[Word]:
    """Section 2.6.3: each word is mixed with two rotations of itself; ``grouping`` as in `substitution`."""
    if grouping == "rotations":
        return [word ^ (ror(word, a) ^ ror(word, b)) for word, (a, b) in zip(x, ROTATIONS)]
    if grouping == "second":
        return [word ^ ror(word, b) ^ ror(word, a) for word, (a, b) in zip(x, ROTATIONS)]
    return [word ^ ror(word, a) ^ ror(word, b) for word, (a, b) in zip(x, ROTATIONS)]


def permutation_round(x: list[Word], c: Word, grouping: str = "") -> list[Word]:
    """Section 2.6: one round with the 8-bit constant ``c``; ``grouping`` as in `substitution`."""
    x0, x1, x2, x3, x4 = x
    x2 = concat(x2[8:], x2[:8] ^ c)
    return linear_diffusion(substitution([x0, x1, x2, x3, x4], grouping), grouping)


def _load(rounds: tuple[int, ...]):
    def load(inputs: State) -> State:
        x = inputs["x"]
        first = x.constant(MAX_ROUNDS - rounds[0], 4)
        for index, count in enumerate(rounds[1:], 1):
            chosen = first.constant(MAX_ROUNDS - count)
            first = mux(equals(inputs[SCHEDULE], index), chosen, first)
        return {**{f"x{n}": word for n, word in enumerate(x.split(64))}, "i": first}
    return load


def _step(grouping: str):
    def step(state: State) -> State:
        x = permutation_round([state[f"x{n}"] for n in range(5)], round_constant(state["i"]), grouping)
        return {**{f"x{n}": word for n, word in enumerate(x)}, "i": state["i"] + 1}
    return step


def _result(state: State) -> State:
    return {"x": concat(*(state[f"x{n}"] for n in range(5)))}


def _finished(state: State) -> Word:
    return state["i"][2] & state["i"][3]


@cache
def ascon_p(*rounds: int, grouping: str = "") -> Primitive:
    """Ascon-p with this many rounds (1 to 12), or with several counts to choose from at run time, the largest first.

    Input and output ``x``: 320 bits, x0 || x1 || x2 || x3 || x4. ``grouping`` as in `substitution`.
    """
    schedule = {SCHEDULE: (len(rounds) - 1).bit_length()} if len(rounds) > 1 else {}
    return Primitive(
        name="ascon-p-" + "-".join(map(str, rounds)), rounds=rounds,
        inputs={"x": 320, **schedule}, outputs={"x": 320}, layout={**{f"x{n}": 64 for n in range(5)}, "i": 4},
        load=_load(rounds), step=_step("early" if grouping == INNER else grouping), result=_result, finished=_finished,
        last_step=_step("") if grouping == INNER else None,
        groupings={name: partial(ascon_p, *rounds, grouping=name) for name in GROUPINGS})


def staged_ascon_p(rounds: int) -> Staged:
    """Ascon-p for masking: a round has degree 2, so it is one stage.

    The S-box in three shares is not uniform by itself. With fresh randomness for two of its five output bits, x2 and x3, it is; no
    single bit is enough (`tests/verify/gates/test_masking.py`). That makes 256 bits in each round.
    """
    def substitute(words: State) -> State:
        return {f"x{n}": word for n, word in enumerate(substitution([words[f"x{n}"] for n in range(5)]))}

    primitive, refreshed = ascon_p(rounds), ("x2", "x3")
    return Staged(
        primitive=primitive, secrets=frozenset({"x"}), shared=frozenset(f"x{n}" for n in range(5)), stages=(primitive.step,),
        refreshed=({name: (1 << 64) - 1 for name in refreshed},),
        boxes=(Box(name="Ascon S-box", widths={f"x{n}": 1 for n in range(5)}, function=substitute,
                   refreshed=dict.fromkeys(refreshed, 1)),))

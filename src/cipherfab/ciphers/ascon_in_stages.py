"""Ascon-p in stages of degree 2, for masking. Source: see `ascon`, whose layers these are."""

from ..primitives.in_stages import Box, Staged
from ..primitives.primitive import State
from .ascon import ascon_p, substitution

REFRESHED = ("x2", "x3")
"""Outputs of the S-box that get fresh randomness.

The S-box in three shares is not uniform by itself. With fresh randomness for two of its five output bits it is; no single bit
is enough (`tests/verify/gates/test_masking.py`). That makes 256 bits in each round.
"""


def _substitute(words: State) -> State:
    return {f"x{n}": word for n, word in enumerate(substitution([words[f"x{n}"] for n in range(5)]))}


def staged_ascon_p(rounds: int) -> Staged:
    """Ascon-p for masking: a round has degree 2, so it is one stage."""
    primitive = ascon_p(rounds)
    box = Box(name="Ascon S-box", widths={f"x{n}": 1 for n in range(5)}, function=_substitute,
              refreshed=dict.fromkeys(REFRESHED, 1))
    return Staged(
        primitive=primitive, secrets=frozenset({"x"}), shared=frozenset(f"x{n}" for n in range(5)), stages=(primitive.step,),
        refreshed=({name: (1 << 64) - 1 for name in REFRESHED},), boxes=(box,))

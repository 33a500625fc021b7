# SPDX-License-Identifier: Apache-2.0
"""The key of a keyed permutation on shares: that of the bus, and in the run that compares tags the
sum of the received one and the right one (`modes.sponge.SpongeAead.compare_key`).
"""

from collections.abc import Sequence
from functools import partial

from amaranth.hdl import Module, Mux, Signal, Value

from ...words import concat
from ...words.hardware import build, told
from .linear import of_share
from .rounds import compares
from .signals import Signals


def keys_on_shares(m: Module, core, now: Signals, inputs: Sequence[dict]) -> list[Value]:
    """The key of a run, in each share.

    Args:
        m: gets the logic.
        core: the `over_permutation.OverPermutation`.
        now: its signals.
        inputs: the words that events read, in each share.
    """
    compares_tags = told("compares_tags", "A run may start that compares tags.")
    m.d.comb += compares_tags.eq(compares(core, now))
    return [
        Mux(compares_tags, _compare_key(m, core, now, share, words), words["key"])
        for share, words in enumerate(inputs)
    ]


def _compare_key(m: Module, core, now: Signals, share: int, words: dict) -> Value:
    """A share of the key of the run that compares tags."""
    aead = core.aead
    sums = {
        f"sum{part}": of_share(partial(aead.tag_sum, part), share)
        for part in range(aead.parts["tag"])
    }
    found = build(
        m,
        lambda given: {name: function(given) for name, function in sums.items()},
        words,
        prefix=f"tags_{share}_",
    )
    parts = [found[name] for name in sums]
    # When the run starts only the last part is still on the bus.
    for part, word in enumerate(parts[:-1]):
        parts[part] = _kept(m, now, part, word, f"kept_sum{part}_{share}")
    return build(
        m,
        lambda given: {"key": aead.compare_key(concat(*given.values()))},
        {f"part{part}": word for part, word in enumerate(parts)},
        prefix=f"compare_{share}_",
    )["key"]


def _kept(m: Module, now: Signals, part: int, word: Signal, name: str) -> Signal:
    """A register for the sum of a part in front of the last one, whose run comes first."""
    kept = told(name, "A part of a received tag and the right one, added.", len(word))
    with m.If(now.phases["VERIFY"] & now.start & (now.count == part)):
        m.d.sync += kept.eq(word)
    return kept

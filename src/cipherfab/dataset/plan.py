# SPDX-License-Identifier: Apache-2.0
"""Which cores the data set has: of each algorithm that has hardware one, and of an AEAD with a hash
both in one core too.
"""

from collections.abc import Iterator

from ..catalog import ALGORITHMS, Algorithm, Kind
from ..controllers import takes

FIRST = (
    "ascon-aead128",
    "ascon-aead128/round,hash",
    "ascon-aead128/unrolled=2,hash",
    "ascon-aead128/unrolled=2",
)
"""What is made before all others: the standard."""

VARIANTS = ("ascon-aead128/unrolled=2,ahead,hash", "ascon-aead128/round,ahead,hash",
            "ascon-aead128/unrolled=4", "ascon-aead128/serial=8", "ascon-aead128/round,bus=8",
            "xoodyak-r3/unrolled=2", "gift-cofb/unrolled=2", "tinyjambu-128-v2/bits=8",
            "schwaemm256-128/folded=6",
            # Of each finalist what is smaller and faster than the default, and one on shares.
            "ascon-128/unrolled=2", "ascon-128/unrolled=3",
            "ascon-128/serial=1", "ascon-128/serial=1,bus=8,bitserial",
            "ascon-128/masked=1,gadget=dom",
            "elephant-dumbo-v2/unrolled=2", "elephant-dumbo-v2/unrolled=4",
            "elephant-dumbo-v2/masked=1,gadget=hpc2",
            "gift-cofb/unrolled=4", "gift-cofb/serial=4", "gift-cofb/masked=1,gadget=hpc2",
            "grain-128aeadv2/bits=1", "grain-128aeadv2/bits=8", "grain-128aeadv2/bits=16",
            "grain-128aeadv2/masked=1,gadget=hpc2",
            "isap-a-128a/folded=2",
            "photon-beetle-aead-128/unrolled=2", "photon-beetle-aead-128/folded=9",
            "photon-beetle-aead-128/masked=1,gadget=hpc2",
            "romulus-n/unrolled=2", "romulus-n/unrolled=4", "romulus-n/masked=1,gadget=hpc2",
            "tinyjambu-128-v2/bits=1", "tinyjambu-128-v2/masked=1,gadget=hpc2",
            "xoodyak-r3/unrolled=3", "xoodyak-r3/folded=5",
            "xoodyak-r3/masked=1,gadget=dom")  # fmt: skip
"""Beside `round` some that show what more area buys, what less costs, and what shares cost."""

EXCLUDED = ("dummy-lwc", "dummy-lwc-hash")
"""Algorithms that are no ciphers."""

AWAITED: tuple[str, ...] = ()
"""Algorithms whose cores are newer than the data set; `cipherfab dataset build NAME` makes the
entry of one.
"""


def cores() -> list[str]:
    """Names of the cores: the first of each family before the others, so that a data set that was
    not finished has something of every family, and AEADs before hashes before bare primitives.
    """
    found = [
        (index, _rank(algorithm), name)
        for algorithm, index in _numbered()
        for name in _of(algorithm)
    ]
    first = [name for index, _, name in sorted(found) if index == 1]
    others = [name for index, _, name in sorted(found) if index > 1]
    # A core may stand in several of the lists, and keeps its first place.
    return list(dict.fromkeys([*FIRST, *first, *VARIANTS, *others]))


def _of(algorithm: Algorithm) -> list[str]:
    both = (
        [f"{algorithm.name}/round,hash"]
        if algorithm.kind is Kind.AEAD and algorithm.companion
        else []
    )
    return [algorithm.name, *both]


def _numbered() -> Iterator[tuple[Algorithm, int]]:
    """The algorithms with hardware, each with its number among those of its kind and family."""
    counts: dict[tuple, int] = {}
    for algorithm in ALGORITHMS.values():
        if algorithm.name in (*EXCLUDED, *AWAITED) or not (
            algorithm.primitive or algorithm.forkcipher or takes(algorithm.model)
        ):
            continue
        # Kinds are counted apart, so the hash of a family is as early as its AEAD.
        family = _family(algorithm), algorithm.kind
        counts[family] = counts.get(family, 0) + 1
        yield algorithm, counts[family]


def _family(algorithm: Algorithm) -> str:
    return algorithm.name.split("-")[0]


def _rank(algorithm: Algorithm) -> int:
    return (
        (Kind.AEAD, Kind.HASH).index(algorithm.kind)
        if algorithm.kind in (Kind.AEAD, Kind.HASH)
        else 2
    )

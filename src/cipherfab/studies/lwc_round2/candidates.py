# SPDX-License-Identifier: Apache-2.0
"""The 22 candidates of the ranking, and the cores of ours that stand for each; and the ten others
of round 2, which the slides do not have, with one core each.

A row's member is the one that the candidate's submission names first, in its round 2 version, as
its official known answers have it. A core has no hash unless its name says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...catalog import find
from ...controllers import takes


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A candidate and our cores of it.

    Attributes:
        name: as in the published ranking without its variant, see `published.candidate`.
        primary: the core that stands for the candidate in a quick run: one architecture, no hash.
        variants: further cores: other architectures, buses and members, with the hash of the family
            where there is one.
        recipe: of its netlists.
        obstacle: what keeps the member from having a core; it is read only if there is none.
    """

    name: str
    primary: str
    variants: tuple[str, ...] = ()
    recipe: str = "compact"
    obstacle: str = ""

    @property
    def has_core(self) -> bool:
        """Whether there is hardware for the primary core's mode."""
        return takes(find(self.primary.partition("/")[0]).model) is not None

    @property
    def cores(self) -> tuple[str, ...]:
        """All cores, the primary first."""
        return (self.primary, *self.variants) if self.has_core else ()


def _of(
    name: str,
    primary: str,
    *others: str,
    architectures: Sequence[str] = (),
    recipe: str = "compact",
) -> Candidate:
    """A candidate whose variants are architectures of the primary core's algorithm, and then other
    cores.
    """
    algorithm = primary.partition("/")[0]
    return Candidate(
        name=name,
        primary=primary,
        variants=(*(f"{algorithm}/{text}" for text in architectures), *others),
        recipe=recipe,
    )


CANDIDATES = (
    _of(
        "Ascon",
        "ascon-128",
        "ascon-128a",
        "ascon-128a/unrolled=2",
        "ascon-128a/round,hash",
        architectures=(
            "unrolled=2",
            "unrolled=3",
            "serial=8",
            "round,bus=16",
            "round,bus=8",
            "round,hash",
        ),
    ),
    _of(
        "COMET",
        "comet-128-aes",
        "comet-128-cham",
        "comet-64-cham",
        "comet-64-speck",
        architectures=("folded=5",),
    ),
    _of(
        "DryGASCON",
        "drygascon128-k32",
        "drygascon128-k16",
        architectures=("round,hash", "folded=4", "folded=8", "folded=2,inplace"),
    ),
    _of(
        "Elephant",
        "elephant-dumbo-v1",
        "elephant-delirium-v1",
        "elephant-jumbo-v1",
        architectures=("unrolled=2", "unrolled=4", "unrolled=5", "folded=1"),
    ),
    _of(
        "ESTATE",
        "estate-twegift-128",
        "estate-tweaes-128",
        "sestate-tweaes-128",
        architectures=("unrolled=2", "unrolled=4", "folded=1"),
    ),
    _of(
        "GIFT-COFB",
        "gift-cofb",
        architectures=("unrolled=2", "unrolled=4", "unrolled=5", "round,bus=16"),
    ),
    _of("Gimli", "gimli", architectures=("unrolled=2", "unrolled=4", "round,hash")),
    _of(
        "ISAP",
        "isap-a-128a",
        "isap-k-128a",
        architectures=("round,inplace", "folded=2", "folded=4", "folded=8"),
    ),
    _of(
        "KNOT",
        "knot-aead-128-256",
        "knot-aead-128-384",
        "knot-aead-128-384/unrolled=2",
        "knot-aead-128-384/unrolled=4",
        architectures=("unrolled=2", "unrolled=4", "round,hash"),
    ),
    _of("LOCUS", "locus-aead", "lotus-aead", architectures=("unrolled=2", "unrolled=4")),
    _of("Oribatida", "oribatida-256-64", "oribatida-192-96", architectures=("unrolled=2",)),
    _of(
        "PHOTON-Beetle",
        "photon-beetle-aead-128",
        "photon-beetle-aead-32",
        architectures=("round,hash", "folded=3", "folded=5", "folded=9"),
    ),
    # ABC's `&syn2` does not end on its matrices.
    _of("Pyjamask", "pyjamask-128-aead", "pyjamask-96-aead", recipe="area"),
    _of(
        "Romulus",
        "romulus-n1",
        "romulus-n3",
        architectures=("unrolled=2", "unrolled=4", "unrolled=8", "round,bus=16"),
    ),
    _of(
        "Saturnin", "saturnin-ctr-cascade", "saturnin-hash", architectures=("serial=16", "serial=8")
    ),
    _of(
        "SCHWAEMM",
        "schwaemm256-128",
        "schwaemm128-128",
        architectures=("round,hash", "folded=6", "folded=6,inplace"),
    ),
    _of("SpoC", "spoc-128", "spoc-64", architectures=("unrolled=2", "unrolled=3")),
    _of("Spook", "spook-128-512-su", "spook-128-384-su", "spook-v2-128-512-su"),
    _of("Subterranean", "subterranean", architectures=("round,hash",)),
    _of(
        "TinyJAMBU",
        "tinyjambu-128",
        architectures=("bits=8", "bits=16", "unrolled=2", "unrolled=4"),
    ),
    _of("WAGE", "wage", architectures=("unrolled=3",)),
    _of(
        "Xoodyak",
        "xoodyak-r2",
        architectures=(
            "unrolled=2",
            "unrolled=3",
            "round,hash",
            "unrolled=2,hash",
            "round,inplace",
            "folded=3",
            "folded=5",
        ),
    ),
)
"""In alphabetical order."""

FURTHER = (
    _of("ACE", "ace"),
    _of("ForkAE", "paef-forkskinny-128-288"),
    _of("Grain-128AEAD", "grain-128aead"),
    _of("HyENA", "hyena-v1"),
    _of("mixFeed", "mixfeed"),
    _of("ORANGE", "orange-zest"),
    _of("SAEAES", "saeaes-128-64-128"),
    _of("SKINNY-AEAD", "skinny-aead-m1"),
    _of("SPIX", "spix"),
    _of("SUNDAE-GIFT", "sundae-gift-96"),
)
"""Candidates of round 2 that the slides do not have."""

EVERYONE = tuple(sorted((*CANDIDATES, *FURTHER), key=lambda each: each.name.casefold()))
"""All 32 of round 2, in alphabetical order."""

EXPLORED = ("Ascon", "KNOT", "Romulus")
"""Candidates whose design-space exploration the slides draw."""


RECIPES = tuple(dict.fromkeys(each.recipe for each in EVERYONE))
"""All that are used."""


def candidate_of(core: str) -> Candidate:
    """The candidate that a core of `EVERYONE` belongs to."""
    return next(each for each in EVERYONE if core in (each.primary, *each.variants))


def is_on_slides(name: str) -> bool:
    """Whether the slides have the candidate of this name."""
    return name in {each.name for each in CANDIDATES}


def cores(names: set[str], *, quick: bool) -> Iterator[str]:
    """The cores of these candidates that there are; quick: the primary ones."""
    for each in EVERYONE:
        if each.name in names:
            yield from each.cores[:1] if quick else each.cores

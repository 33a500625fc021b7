"""Every algorithm, one literal each, with its document, its version and the check value of its known-answer file.

Algorithms are called as their documents call them, in lower case; families have a file each.
"""

import difflib

from ..errors import CallError
from . import (
    aes,
    aes_ocb,
    aes_otr,
    ascon,
    colm,
    comet,
    deoxys,
    dummy,
    elephant,
    estate,
    forkae,
    forkskinny,
    gift,
    gimli,
    keccak,
    lilliput,
    lotus,
    minalpher,
    photon,
    prince,
    pyjamask,
    romulus,
    saturnin,
    scream,
    skinny,
    skinny_aead,
    sparkle,
    subterranean,
    tinyjambu,
    xoodyak,
)
from .algorithm import Algorithm, Kind

FAMILIES = (ascon, gift, skinny, forkskinny, forkae, skinny_aead, romulus, lilliput, keccak, xoodyak, aes, sparkle, photon,
            elephant, prince, gimli, tinyjambu, subterranean,
            aes_ocb, aes_otr, pyjamask, deoxys, comet, estate, lotus, saturnin, scream, colm, minalpher,
            dummy)

ALGORITHMS: dict[str, Algorithm] = {algorithm.name: algorithm for family in FAMILIES for algorithm in family.ALGORITHMS}
"""All algorithms by name, in the order in which they are listed."""


def find(name: str) -> Algorithm:
    """The algorithm of this name.

    Raises:
        CallError: with the nearest names.
    """
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name, ALGORITHMS, n=3, cutoff=0.5) or list(ALGORITHMS)[:3]
        raise CallError(f"unknown algorithm '{name}'. The nearest names are: {', '.join(near)}. `cipherfab list` shows all.")
    return ALGORITHMS[name]


__all__ = ["ALGORITHMS", "Algorithm", "Kind", "find"]

# SPDX-License-Identifier: Apache-2.0
"""Names of algorithms as description files write them (SUPERCOP's, GMU's), and the catalog's names
for them.
"""

from .. import catalog
from ..catalog import Kind
from ..errors import CallError

SUPERCOP = {
    "ascon128v12": "ascon-128", "ascon128av12": "ascon-128a",
    "asconhashv12": "ascon-hash", "asconhashav12": "ascon-hasha",
    "asconaead128": "ascon-aead128", "asconhash256": "ascon-hash256",
    "isapa128av20": "isap-a-128a", "isapa128v20": "isap-a-128",
    "isapk128av20": "isap-k-128a", "isapk128v20": "isap-k-128",
    "giftcofb128v1": "gift-cofb", "romulusn": "romulus-n", "romulusn1": "romulus-n1",
    "romulusn1v12": "romulus-n1",
    "romulusn3v12": "romulus-n3", "xoodyakround3": "xoodyak-r3",
    "elephant160v2": "elephant-dumbo-v2",
    "elephant176v2": "elephant-jumbo-v2", "elephant200v2": "elephant-delirium-v2",
    "photonbeetleaead128rate128v1":
    "photon-beetle-aead-128", "photonbeetleaead128rate32v1": "photon-beetle-aead-32",
    "photonbeetlehash256rate32v1":
    "photon-beetle-hash-32", "schwaemm256128v1": "schwaemm256-128",
    "schwaemm256128v2": "schwaemm256-128",
    "schwaemm192192v2": "schwaemm192-192", "schwaemm128128v2": "schwaemm128-128",
    "schwaemm256256v2": "schwaemm256-256",
    "esch256v2": "esch256", "esch384v2": "esch384",
}  # fmt: skip
"""SUPERCOP's names (as ``crypto_aead/NAME`` and ``crypto_hash/NAME`` there), which GMU's files use,
without ``_`` and ``-``.
"""

HASHES = {"dummylwc": "dummy-lwc-hash", "xoodyakround3": "xoodyak", "ascon128v12": "ascon-hash"}
"""Names that mean another algorithm where a hash function is asked for."""


def aead(name: str) -> str:
    """The catalog's name of an AEAD. Raises `CallError` with the nearest names."""
    return _find(name, Kind.AEAD, "aead", SUPERCOP)


def hash_function(name: str) -> str:
    """The catalog's name of a hash function. Raises `CallError` with the nearest names."""
    return _find(name, Kind.HASH, "hash", {**SUPERCOP, **HASHES})


def xof(name: str) -> str:
    """The catalog's name of a XOF. Raises `CallError` with the nearest names."""
    return _find(name, Kind.XOF, "xof", {})


def cxof(name: str) -> str:
    """The same of one with a customization string."""
    return _find(name, Kind.CXOF, "cxof", {})


def _find(name: str, kind: Kind, key: str, others: dict[str, str]) -> str:
    plain = _plain(name)
    own = {
        _plain(algorithm.name): algorithm.name
        for algorithm in catalog.ALGORITHMS.values()
        if algorithm.kind is kind
    }
    known = own.get(plain) or others.get(plain)
    # SUPERCOP's table has AEADs and hash functions, so a name in it may be of the other kind.
    if known is None or catalog.find(known).kind is not kind:
        near = catalog.find(name) if name in catalog.ALGORITHMS else None
        what = f"'{name}' is a {near.kind.value}" if near else f"unknown algorithm '{name}'"
        raise CallError(
            f"{key}.algorithm: {what}; expected one of the kind {kind.value}: "
            f"{', '.join(sorted(own.values()))}. "
            f"Without {key}.algorithm a core can still be played with --vectors."
        )
    return known


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")

# SPDX-License-Identifier: Apache-2.0
"""Interfaces of cores of all kinds."""

from collections.abc import Sequence
from typing import Any

from cipherfab.design import Design, LwcInterface
from cipherfab.emit.bridges import Wanted, bridge_parts, joined

KINDS = {
    "plain": {"aead": "tinyjambu-128"},
    "narrow, hashes": {"aead": "ascon-aead128", "hash": "ascon-hash256", "width": 8},
    "only hashes": {"hash": "esch256", "decrypts": False, "width": 16},
    "keeps messages": {"aead": "lilliput-ii-128", "buffer_bytes": 128},
    "withheld": {"aead": "ascon-aead128+tag=8+noncemasking", "withheld_bytes": 64},
    "indicates": {"aead": "ascon-aead128", "indicates": True},
    "zeroises": {"aead": "ascon-aead128", "zeroises": True, "self_tests": True},
    "outputs": {"hash": "ascon-hash256", "xofs": ("ascon-xof128", "ascon-cxof128")},
}
"""Interfaces of cores of all kinds."""


def designed(kind: str) -> Design:
    """A core of that kind without its Verilog, which the registers do not depend on."""
    said = {"width": 32} | KINDS[kind]
    return Design(
        name=kind, top="core", sources={}, interface=LwcInterface(sdi_width=said["width"], **said)
    )


def bridge_files(
    design: Design, sources: Sequence[str], bridges: Sequence[str], **options: Any
) -> dict[str, str]:
    """The files of all bridges, by name; ``options``: of `Wanted`."""
    return joined(bridge_parts(design, sources, Wanted(names=bridges, **options)))

# SPDX-License-Identifier: Apache-2.0
"""The words of core names, and what they mean in the help, the lists and the error messages."""

from ..catalog import ALGORITHMS
from ..controllers import takes
from ..controllers.wanted import Takes

TAKERS = "{takers}"
"""In a text of `ARCHITECTURES` or `OPTIONS`: the AEADs and hashes whose controllers take it; see
`meaning`.
"""

FOLDED = "{folded}"
"""In a text of `ARCHITECTURES`: the algorithms with foldings, see `meaning`."""

ARCHITECTURES = {
    "round": "one round per clock",
    "unrolled": "unrolled=k: k rounds per clock",
    "full": "the whole primitive in a single cycle, registers on both sides",
    "pipelined": "pipelined=k: bare primitives only, a register after every k rounds, one result "
    "per cycle",
    "inner": "inner=k: a round cut by registers into k pieces, k blocks in flight; bare "
    "primitives, and of the "
    f"AEADs: {TAKERS}",
    "threefold": "forkciphers only: three cycles, one instance of the longest part's rounds with "
    "taps",
    "serial": "serial=w: bare primitives: w bits per clock through one S-box, or w columns per "
    "clock, of those that say how; "
    f"AEADs and hashes: {TAKERS}",
    "bits": f"bits=d: d bits per clock of a register that shifts bit by bit, where round is 32; of "
    f"{TAKERS}",
    "folded": "folded=k: a round in k clocks, by smaller hardware that is used k times: of "
    f"{FOLDED}; folded=1, where only the inputs enter in a clock of their own, of every "
    "bare primitive that does not fork, and of AEADs and hashes but those over a "
    "forkcipher and Ascon's on shares",
    "masked": "masked=d: bare primitives on shares: masked=1 a first-order threshold "
    "implementation with three, where one is described, else and for d = 2, 3 gadgets on "
    "d + 1; masked=1, with shares on the bus, of the AEADs "
    f"{TAKERS}",
}
"""Architectures and what they mean (`meaning`); those written with ``=k`` take a number."""

OPTIONS = {
    "bus": "AEAD or hash: bus=8, 16 or 32 (default): bits of PDI, SDI and DO",
    "registered": "AEAD or hash: registers on PDI, SDI and DO, so that no output depends on an "
    "input in the same cycle",
    "inplace": "AEAD or hash: a block stays in its registers until its answer has left, word by "
    "word, from the state: fewer gates, and some cycles more for each block; of modes "
    "that answer a block while it is there, and of those over a forkcipher, whose "
    "registers its words enter and leave",
    "comparator": "AEAD over a permutation: a received tag is compared by logic of its own, behind "
    "nothing but state, key and block, and noticed in more registers: more gates, "
    "and a shorter longest path on FPGAs",
    "loadcycle": "with unrolled=k, where folded=1 may be asked for: the inputs enter in a clock of "
    "their own, and k rounds follow in each; a shorter longest path, a clock more for "
    "each run",
    "buffer": "AEAD with two passes: buffer=BYTES, a power of two, most bytes of a message, 64 by "
    "default; "
    f"of {TAKERS}",
    "gadget": "gadget=NAME, with masked=d: how products of d + 1 shares are made: dom, hpc2 "
    "(default) or hpc3; an AEAD takes dom, and so does bitserial; masked=1 of Ascon-p "
    "also none, without random bits, and of LILLIPUT-TBC cubic, four shares",
    "bitserial": "bare permutation with masked=d whose S-boxes are columns: a column per clock "
    "through one S-box, words that shift by a bit, gadget=dom",
    "unregistered": "bare primitive with pipelined=k that does not fork: registers between stages "
    "alone, none at the inputs and the outputs",
    "pulsed": "bare primitive that does not fork, with round, unrolled=k or folded=k: in_valid is "
    "a pulse, given while in_ready is 1, and a result is there for one clock",
    "freerunning": "as pulsed, without registers that say whether a call is under way: a pulse may "
    "come in any clock and begins anew, and out_valid means something only from a "
    "pulse to the result of its call",
    "sbox": "sbox=NAME: another circuit of the S-box, of AES and of AEADs over its rounds: flat, "
    "fast, small or table",
    "hash": "AEAD: with the hash function of its family in one core",
    "enconly": "AEAD over a block cipher: encryption only",
    "encdec": "bare block cipher or forkcipher: encryption and decryption; without it, encryption "
    "only",
    "parallel": "forkcipher, or a mode over one: both branches at once after the fork",
    "duplicated": "bare forkcipher with encdec: both branches at once in a decryption too, with a "
    "second key schedule",
    "rewind": "bare forkcipher: no register for the fork; the forking state is computed back from "
    "the first branch",
    "restart": "bare forkcipher: no register for the fork; the second branch starts from the "
    "plaintext again",
    "redundant": "redundant=k: bare primitive, round, also encdec, or masked=1: the last k rounds "
    "twice, compared; a result that a fault "
    "touched is withheld",
}
"""Options, and which cores take them (`meaning`)."""


def meaning(name: str) -> str:
    """What an architecture or an option means, in words.

    The controllers are asked here and not when this module is imported: that imports them all, and
    Amaranth.
    """
    text = {**ARCHITECTURES, **OPTIONS}[name]
    text = text.replace(FOLDED, _with_foldings()) if FOLDED in text else text
    return text.replace(TAKERS, takers(name)) if TAKERS in text else text


def _with_foldings() -> str:
    """The algorithms that have foldings, with the k of each, as a list in words."""
    return ", ".join(
        f"{algorithm.name} ({' '.join(map(str, algorithm.foldings))})"
        for algorithm in ALGORITHMS.values()
        if algorithm.foldings
    )


def takers(name: str) -> str:
    """The AEADs and hashes whose controllers take an architecture or an option, as a list in
    words."""

    def takes_it(said: Takes) -> bool:
        return said.buffer if name == "buffer" else name in said.architectures

    found = [
        algorithm.name
        for algorithm in ALGORITHMS.values()
        if (said := takes(algorithm.model)) and takes_it(said)
    ]
    return ", ".join(found)

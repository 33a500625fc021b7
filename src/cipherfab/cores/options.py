# SPDX-License-Identifier: Apache-2.0
"""The options of core names, one literal each. Reading, printing, lists, completion and refusals
follow from it.
"""

from ..catalog import Algorithm, Kind
from ..catalog.optioned import tag_sizes, takes_options
from ..controllers import takes
from ..controllers.request import Takes
from ..lwc.protocol import MAX_SEGMENT_BYTES, WIDE, WIDTHS
from ..primitives.by_column import ColumnPath
from ..primitives.in_stages import CUBIC, TI
from ..primitives.on_two_shares import NONE
from .architectures import ARCHITECTURES, forks
from .foldings import foldings
from .option import Option

KEY_LIMITS = (26, 61)
"""The least and the greatest N of ``keylimit=N``. What `verify` plays under one key is less."""

WHOLE_TAG = 16
"""Bytes of a tag that is not truncated, of algorithms that have the option ``tag``."""

LWC_KINDS = (Kind.AEAD, Kind.HASH)
"""Kinds of algorithms whose cores have the LWC API."""


def _said(algorithm: Algorithm) -> Takes:
    """What the controller of an AEAD or a hash takes; nothing more than all if there is none."""
    return takes(algorithm.model) or Takes()


def _by_domains(algorithm: Algorithm) -> bool:
    """AEADs whose cores on shares may have domain-oriented masking."""
    return _said(algorithm).domains


def _lwc(algorithm: Algorithm) -> bool:
    return algorithm.kind in LWC_KINDS


def _aead(algorithm: Algorithm) -> bool:
    return algorithm.kind is Kind.AEAD


def _single(algorithm: Algorithm) -> bool:
    """A bare primitive that does not fork."""
    return algorithm.primitive is not None and algorithm.forkcipher is None


def _fork(algorithm: Algorithm) -> bool:
    return not _lwc(algorithm) and forks(algorithm)


def _decrypts(algorithm: Algorithm) -> bool:
    return _fork(algorithm) or _single(algorithm) and algorithm.primitive.inverse is not None


def _buses(algorithm: Algorithm) -> tuple[int, ...]:
    """Bits of a bus of the API, and of those that are wider where a mode takes them and a key is
    whole words.
    """
    key, wide = 8 * getattr(algorithm.model, "key_bytes", 0), _said(algorithm).wide
    return (*WIDTHS, *(width for width in WIDE if wide and not key % width))


def _buffers(algorithm: Algorithm) -> tuple[int, ...]:
    """Powers of two from two blocks to the longest segment."""
    powers = (1 << place for place in range(MAX_SEGMENT_BYTES.bit_length()))
    return tuple(power for power in powers if power >= 2 * algorithm.model.block_bytes)


_SCHEME = {"field": "gadget", "goes_with": ("masked",)}
# Two options differ in name and meaning alone, so all else is said once.
_PULSES = {
    "field": "pulses",
    "fits": _single,
    "goes_with": ("round", "unrolled", "folded"),
    "without": ("encdec", "redundant"),
}

OPTIONS = {
    option.name: option
    for option in (
        Option(
            name="parallel",
            meaning="forkcipher, or a mode over one: both branches at once after the fork",
            field="strategy",
            fits=lambda a: _fork(a) or "parallel" in _said(a).strategies,
            goes_with=("round", "unrolled"),
        ),
        Option(
            name="rewind",
            meaning="bare forkcipher: no register for the fork; the forking state is computed back "
            "from the first branch",
            field="strategy",
            fits=_fork,
            goes_with=("round",),
        ),
        Option(
            name="restart",
            meaning="bare forkcipher: no register for the fork; the second branch starts from the "
            "plaintext again",
            field="strategy",
            fits=_fork,
            goes_with=("round", "serial"),
        ),
        Option(
            name="duplicated",
            meaning="bare forkcipher: both branches at once in a decryption too, with a second key "
            "schedule",
            field="strategy",
            fits=_fork,
            goes_with=("round,encdec",),
        ),
        Option(
            name="bus",
            meaning="AEAD or hash: bus=8, 16 or 32 (default): bits of PDI, SDI and DO; 64 and 128, "
            "for modes and hashes over one permutation with keys of whole words, are more than the "
            "LWC API has, with headers of our own",
            fits=_lwc,
            values=_buses,
            letter="8, 16, 32, 64 or 128",
            default=32,
        ),
        Option(
            name="buffer",
            meaning="AEAD with two passes: buffer=BYTES, a power of two, most bytes of a message, "
            "64 by default; of {takers}",
            fits=lambda a: _said(a).buffer,
            values=_buffers,
            letter="BYTES",
            default=64,
        ),
        Option(
            name="sbox",
            meaning="sbox=NAME: another circuit of the S-box, of AES and of AEADs over its rounds",
            fits=lambda a: bool(a.sboxes),
            values=lambda a: tuple(a.sboxes),
            letter="NAME",
            default="",
            without=("folded",),
        ),
        Option(
            name="redundant",
            meaning="redundant=k: bare primitive that does not fork: the last k rounds twice, "
            "compared; results that differ are withheld",
            fits=_single,
            # How many rounds fit is known to the architecture, which refuses the others.
            values=lambda a: range(1, 10**9),
            letter="k",
            default=0,
            goes_with=("round", "masked=1,gadget=ti", "masked=1,gadget=dom"),
        ),
        Option(
            name="gadget=dom",
            meaning="domain-oriented masking on d + 1 shares; what bitserial takes, and, with "
            "masked=1 alone, what that means of the AEADs: {takers}",
            fits=lambda a: ARCHITECTURES["masked"].fits(a) and (not _lwc(a) or _by_domains(a)),
            implied=lambda core: core.bitserial or core.factor == 1 and _by_domains(core.algorithm),
            **_SCHEME,
        ),
        Option(
            name=f"gadget={TI}",
            meaning="threshold implementation on three shares, first order; what masked=1 "
            "means where it is described: {bare}",
            fits=lambda a: a.staged is not None,
            implied=lambda core: core.factor == 1 and core.algorithm.staged is not None,
            **{**_SCHEME, "goes_with": ("masked=1",)},
        ),
        Option(
            name="gadget=hpc2",
            meaning="HPC2 on d + 1 shares, composable with glitches; what masked=d means elsewhere",
            fits=ARCHITECTURES["masked"].fits,
            # Behind the other schemes: of those that are implied the first one stays.
            implied=lambda core: True,
            **_SCHEME,
        ),
        Option(
            name="gadget=hpc3",
            meaning="HPC3 on d + 1 shares: one clock less for a product than HPC2",
            fits=ARCHITECTURES["masked"].fits,
            **_SCHEME,
        ),
        Option(
            name=f"gadget={NONE}",
            meaning="two shares without any fresh random bits, first order: of {bare}",
            fits=lambda a: a.unrefreshed is not None,
            **{**_SCHEME, "goes_with": ("masked=1",)},
        ),
        Option(
            name=f"gadget={CUBIC}",
            meaning="threshold implementation on four shares, in stages of degree 3: of {bare}",
            fits=lambda a: a.cubic is not None,
            **{**_SCHEME, "goes_with": ("masked=1",)},
        ),
        Option(
            name="bitserial",
            meaning="the smallest cores: a column per clock through one S-box, words that shift by "
            "a bit; bare permutation on shares whose S-boxes are columns, and AEADs and hashes: "
            "{takers}, where bytes of the bus enter and leave the state bit by bit",
            fits=lambda a: (isinstance(a.serial, ColumnPath) and _single(a)) or _said(a).bits,
            goes_with=("masked,gadget=dom", "serial=1"),
            without=("redundant", "inplace", "comparator", "xof", "noncemasking"),
        ),
        Option(
            name="unregistered",
            meaning="bare primitive that does not fork: registers between stages alone, none at "
            "the inputs and the outputs",
            fits=_single,
            goes_with=("pipelined",),
        ),
        Option(
            name="registered",
            meaning="AEAD or hash: registers on PDI, SDI and DO, so that no output depends on an "
            "input in the same cycle",
            fits=_lwc,
        ),
        Option(
            name="inplace",
            meaning="AEAD or hash: a block stays in its registers until its answer has left, word "
            "by word, from the state: fewer gates, and some cycles more for each block; of modes "
            "that answer a block while it is there, and of those over a forkcipher, whose "
            "registers its words enter and leave",
            fits=_lwc,
        ),
        Option(
            name="comparator",
            meaning="AEAD over a permutation: a received tag is compared by logic of its own, "
            "behind nothing but state, key and block, and noticed in more registers: more gates, "
            "and a shorter longest path on FPGAs",
            fits=lambda a: _aead(a) and _said(a).comparator,
        ),
        Option(
            name="loadcycle",
            meaning="k at least 2, where folded=1 may be asked for: the inputs enter in a clock of "
            "their own, and k rounds follow in each; a shorter longest path, a clock more for "
            "each run",
            fits=lambda a: 1 in foldings(a),
            goes_with=("unrolled",),
        ),
        Option(
            name="ahead",
            meaning="AEAD over a permutation, for throughput: what is added to the state, and "
            "whether, is decided a clock ahead and stands behind the last round of the run "
            "before; registers of their own for block and answer. No clock but those of the "
            "rounds, and little else on the longest path; of {takers}",
            fits=lambda a: _aead(a) and _said(a).ahead(a.model),
            goes_with=("round", "unrolled"),
            without=("inplace", "comparator", "loadcycle"),
        ),
        Option(
            name="enables",
            meaning="with ahead, for FPGAs: the last round of a run waits until it is decided what "
            "stands behind it, so state and answer have an enable and no gates that keep them: "
            "fewer LUTs, the same clocks",
            fits=lambda a: _aead(a) and _said(a).ahead(a.model),
            goes_with=("ahead",),
        ),
        Option(
            name="pulsed",
            meaning="bare primitive that does not fork: in_valid is a pulse, given while in_ready "
            "is 1, and a result is there for one clock",
            **_PULSES,
        ),
        Option(
            name="freerunning",
            meaning="as pulsed, without registers that say whether a call is under way: a pulse "
            "may come in any clock and begins anew, and out_valid means something only from a "
            "pulse to the result of its call",
            **_PULSES,
        ),
        Option(
            name="hash",
            meaning="AEAD: with the hash function of its family in one core",
            fits=lambda a: _aead(a) and a.companion is not None,
        ),
        Option(
            name="xof",
            meaning="AEAD with its hash: also with the functions of its family that have an output "
            "of any length, chosen by the instruction",
            fits=lambda a: _aead(a) and bool(a.xofs),
            goes_with=("hash",),
        ),
        Option(
            name="tag",
            meaning="AEAD whose document allows truncated tags: tag=BYTES, 4 to 16 (default): so "
            "many bytes of a tag are sent, and received and compared; of {takers}",
            fits=takes_options,
            values=tag_sizes,
            letter="BYTES",
            default=WHOLE_TAG,
            without=("masked", "ahead"),
        ),
        Option(
            name="noncemasking",
            meaning="AEAD whose document has nonce masking: a key is followed by a second one, as "
            "long as the nonce, which is added to every nonce; of {takers}",
            fits=takes_options,
            without=("masked", "ahead"),
        ),
        Option(
            name="keylimit",
            meaning="AEAD: keylimit=N: when 2^N bytes of nonces, associated data and texts have "
            "come under a key, every message is refused until the next key",
            fits=_aead,
            values=lambda a: range(KEY_LIMITS[0], KEY_LIMITS[-1] + 1),
            letter="N",
            default=0,
        ),
        Option(
            name="withheld",
            meaning="AEAD that gives plaintext before its tag is checked: withheld=BYTES, a power "
            "of two: the plaintext waits in a memory of so many bytes, and a longer one is refused",
            fits=lambda a: _aead(a) and not _said(a).buffer,
            values=lambda a: tuple(1 << place for place in range(5, 16)),
            letter="BYTES",
            default=0,
            without=("masked", "enconly"),
        ),
        Option(
            name="selftest",
            meaning="AEAD or hash: behind each reset the core plays a known answer of each of its "
            "functions to itself, before anything gets in or out, and stays shut if one is wrong",
            fits=_lwc,
            without=("masked",),
        ),
        Option(
            name="zeroise",
            meaning="AEAD or hash, of one pass: a port that clears key, state and blocks, as each "
            "reset then does, and one that says that nothing is left",
            fits=lambda a: _lwc(a) and not _said(a).buffer,
            without=("masked",),
        ),
        Option(
            name="indicator",
            meaning="AEAD or hash: ports that say which service ran last, and how it ended",
            fits=_lwc,
            without=("masked",),
        ),
        Option(
            name="enconly",
            meaning="AEAD over a block cipher: encryption only",
            fits=lambda a: _aead(a) and a.companion is None,
        ),
        Option(
            name="encdec",
            meaning="bare block cipher or forkcipher: encryption and decryption; without it, "
            "encryption only",
            fits=_decrypts,
        ),
    )
}
"""By name, in the order in which a core name is printed."""

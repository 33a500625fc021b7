# SPDX-License-Identifier: Apache-2.0
"""The options of a core name, read one by one: whether each fits the algorithm."""

import difflib

from ..catalog import Algorithm, Kind
from ..controllers import takes
from ..controllers.wanted import Takes
from ..errors import CallError
from ..lwc.protocol import MAX_SEGMENT_BYTES, WIDTHS
from ..primitives.by_column import ColumnPath
from ..primitives.in_stages import CUBIC
from ..primitives.on_two_shares import NONE
from ..words.gadgets import GADGETS
from .corename import LWC_KINDS, STRATEGIES
from .foldings import foldings
from .vocabulary import OPTIONS, meaning

DESCRIBED = {NONE: "unrefreshed", CUBIC: "cubic"}
"""Of values of ``gadget=`` that need a description of their own, the attribute that has it."""


def option(text: str, algorithm: Algorithm, part: str) -> tuple[str, int | bool]:
    """The attribute of `corename.CoreName` that an option sets, and its value.

    Args:
        text: the whole name, for messages.
        algorithm: that it begins with.
        part: the option, maybe with ``=`` and a value.

    Raises:
        CallError: it is unknown, or does not fit the algorithm, or its value is none.
    """
    name, _, value = part.partition("=")
    if name not in OPTIONS:
        near = difflib.get_close_matches(name, OPTIONS, n=2, cutoff=0.3) or list(OPTIONS)
        raise CallError(
            f"'{text}': unknown option '{part}'. The nearest names are: {', '.join(near)}."
        )
    if name == "bus":
        if algorithm.kind not in LWC_KINDS:
            raise CallError(
                f"'{text}': option 'bus' is for AEAD and hash cores; "
                f"{algorithm.name} is a bare primitive without the LWC API."
            )
        if value not in map(str, WIDTHS):
            raise CallError(f"'{text}': expected bus={', '.join(map(str, WIDTHS))}, got '{part}'.")
        return name, int(value)
    if name == "buffer":
        return name, _buffer(text, algorithm, value)
    if name == "redundant":
        return name, _redundant(text, algorithm, value)
    if name == "gadget":
        known = (*GADGETS, *DESCRIBED)
        if value not in known:
            raise CallError(f"'{text}': expected gadget= one of {', '.join(known)}, got '{part}'.")
        return name, value
    if name == "sbox":
        return name, _sbox(text, algorithm, value)
    if value or not _takes(algorithm, name):
        raise CallError(
            f"'{text}': option '{name}' takes no value and does not fit "
            f"{algorithm.name}. {meaning(name)}."
        )
    return ("strategy", name) if name in STRATEGIES else (name, True)


def number(text: str) -> int:
    """A number of up to nine decimal digits; 0 for anything else.

    Python's own ``int`` takes digits of any script, and raises for very many.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _buffer(text: str, algorithm: Algorithm, value: str) -> int:
    if not _said(algorithm).buffer:
        raise CallError(
            f"'{text}': option 'buffer' is for modes with two passes over a message; "
            f"{algorithm.name} is none."
        )
    least, most = 2 * algorithm.model.block_bytes, 1 << MAX_SEGMENT_BYTES.bit_length() - 1
    if number(value).bit_count() != 1 or not least <= number(value) <= most:
        raise CallError(
            f"'{text}': expected buffer=BYTES, a power of two from {least} to {most}, "
            f"got 'buffer={value}'."
        )
    return int(value)


def _redundant(text: str, algorithm: Algorithm, value: str) -> int:
    if algorithm.primitive is None or algorithm.forkcipher is not None:
        raise CallError(
            f"'{text}': option 'redundant' is for bare primitives that do not fork; "
            f"{algorithm.name} is none."
        )
    if number(value) < 1:
        raise CallError(
            f"'{text}': expected redundant=k with a positive number k of rounds, got "
            f"'redundant={value}'."
        )
    return int(value)


def _sbox(text: str, algorithm: Algorithm, value: str) -> str:
    if value not in algorithm.sboxes:
        fitting = ", ".join(algorithm.sboxes)
        hint = (
            f"expected sbox= one of {fitting}"
            if fitting
            else f"{algorithm.name} has one circuit of its S-box"
        )
        raise CallError(f"'{text}': {hint}, got 'sbox={value}'.")
    return value


def _takes(algorithm: Algorithm, name: str) -> bool:
    """Whether an option without a value fits an algorithm."""
    aead, fork = (
        algorithm.kind is Kind.AEAD,
        algorithm.kind is not Kind.AEAD and algorithm.forkcipher is not None,
    )
    return {
        "registered": algorithm.kind in LWC_KINDS,
        "inplace": algorithm.kind in LWC_KINDS,
        "comparator": aead and _said(algorithm).comparator,
        "loadcycle": 1 in foldings(algorithm),
        "hash": aead and algorithm.companion is not None,
        "enconly": aead and algorithm.companion is None,
        "bitserial": isinstance(algorithm.serial, ColumnPath),
        **dict.fromkeys(
            ("unregistered", "pulsed", "freerunning"), algorithm.primitive is not None and not fork
        ),
        "encdec": not aead and (fork or _has_inverse(algorithm)),
        **{each: fork or each in _said(algorithm).strategies for each in STRATEGIES},
    }[name]


def _said(algorithm: Algorithm) -> Takes:
    """What the controller of an AEAD or a hash takes; nothing more than all if there is none."""
    return takes(algorithm.model) or Takes()


def _has_inverse(algorithm: Algorithm) -> bool:
    return algorithm.primitive is not None and algorithm.primitive.inverse is not None

# SPDX-License-Identifier: Apache-2.0
"""Where the registers of a core with ``inner=k`` lie, by the delays of `words.bitgraph`."""

from typing import Any

from ...architectures.iterated.inner import Inner
from ...cores.controller import controller
from ...cores.names import parse
from ...words.cut import CARRIED, delays


def cut_of(core: str) -> dict[str, Any]:
    """Of a core with ``inner=k``: ``k``, ``rounds`` of a call, ``registers`` between the pieces, at
    the end of the loop and of the result (bits), ``pieces``, the length of each in units of an AND,
    and ``step``, that of the whole step without a cut.
    """
    cipher: Inner = controller(parse(core)).primitive
    pieces = cipher.cut(cipher.pieces)
    lengths = [max(delays(piece.function, piece.inputs).values()) for piece in pieces]
    between = sum(piece.inputs[CARRIED] for piece in pieces[1:])
    (whole,) = cipher.cut(1)
    return {
        "k": cipher.pieces,
        "rounds": max(cipher.rounds),
        "pieces": lengths,
        "registers": between + sum(cipher.primitive.layout.values()) + cipher.result_bits,
        "step": max(delays(whole.function, whole.inputs).values()),
    }

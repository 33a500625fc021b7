# SPDX-License-Identifier: Apache-2.0
"""The test bench of a core with the LWC API: a test plan as words, and the same in the format of
GMU's tools.
"""

from ..design import Design
from ..lwc.messages import vectors
from ..lwc.vectors import Vectors, format_stream
from ..verify.answers import stimulus
from .texts import filled, hexadecimal

SEED = 1
"""Of the test plan that is written as vectors."""

ALL_CYCLES = "+cycles=0"
"""Makes the bench play all vectors, however long that takes."""


def lwc_bench(design: Design) -> dict[str, str]:
    """The test bench, its vectors as hexadecimal words, and the same vectors in GMU's format, by
    file name.
    """
    interface = design.interface
    plan = stimulus.answerable(interface, stimulus.plan(interface.aead, interface.hash, seed=SEED))
    played = vectors(plan, width=interface.width, sdi_width=interface.sdi_width,
                     buffer_bytes=interface.buffer_bytes)
    texts = {f"{stream.port}.txt": format_stream(stream)
             for stream in (played.pdi, played.sdi, played.do)}
    words = (
        {name: hexadecimal(values, interface.width) for name, values in _streams(played).items()})
    counts = {f"{name.upper()}_WORDS": text.count("\n") for name, text in words.items()}
    bench = filled("lwc_bench.v", TOP=design.top, WIDTH=interface.width, **counts)
    return {f"{design.top}_tb.v": bench, **texts,
            **{f"{name}.hex": text for name, text in words.items()}}


def _streams(played: Vectors) -> dict[str, list[int]]:
    full = (1 << played.do.width) - 1
    care = [mask for block in played.do.blocks for item in block.items
            for mask in (item.cares or [full] * len(item.words))]
    return {"pdi": played.pdi.words, "sdi": played.sdi.words, "do": played.do.words, "care": care}

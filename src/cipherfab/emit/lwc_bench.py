# SPDX-License-Identifier: Apache-2.0
"""The test bench of a core with the LWC API: a test plan as words, and the same in the format of
GMU's tools.
"""

from dataclasses import replace

from ..design import Design, LwcInterface
from ..lwc.shared import shared
from ..lwc.streams import vectors
from ..lwc.vectors import Vectors, format_stream
from ..verify.answers import outputs, stimulus
from ..verify.answers.answerable import answerable
from .guards import tied
from .texts import filled, hexadecimal

SEED = 1
"""Of the test plan that is written as vectors."""

CYCLES = 20_000
"""Played unless the bench is told otherwise: an interpreting simulator ends within a minute."""

ALL_CYCLES = "+cycles=0"
"""Makes the bench play all vectors, however long that takes."""


def lwc_bench(design: Design) -> dict[str, str]:
    """The test bench, its vectors as hexadecimal words, and the same vectors in GMU's format, by
    file name.
    """
    interface = design.interface
    assert isinstance(interface, LwcInterface)
    messages = (
        outputs.plan(interface, seed=SEED)
        if interface.xofs
        else stimulus.plan(interface.aead, interface.hash, seed=SEED)
    )
    plan = answerable(interface, messages)
    played = vectors(plan, **interface.streamed)
    texts = {
        f"{stream.port}.txt": format_stream(stream)
        for stream in (played.pdi, played.sdi, played.do)
    }
    given = played
    if masking := interface.masking:
        # Only what goes in: the bench adds up the shares of DO and compares words.
        given = replace(
            played,
            pdi=shared(played.pdi, masking.shares, SEED),
            sdi=shared(played.sdi, masking.shares, SEED),
        )
        texts |= {
            f"{stream.port}_shared_{masking.shares}.txt": format_stream(stream)
            for stream in (given.pdi, given.sdi)
        }
    bench = bench_of(design, given)
    name = f"{design.top}_tb.v"
    return {name: bench[name], **texts, **bench}


def bench_of(design: Design, given: Vectors) -> dict[str, str]:
    """The test bench that plays ``given`` on ``design.top``, and its hexadecimal words, by file
    name.
    """
    words = {name: hexadecimal(values, width) for name, (values, width) in _streams(given).items()}
    counts = {f"{name.upper()}_WORDS": text.count("\n") for name, text in words.items()}
    bench = filled(
        "lwc_bench.v",
        TOP=design.top,
        **_shares(design.interface),
        GUARDS=tied(design.interface),
        # Behind `_shares`, whose texts have @WIDTH@ in them.
        WIDTH=design.interface.width,
        CYCLES=CYCLES,
        **counts,
    )
    return {f"{design.top}_tb.v": bench, **{f"{name}.hex": text for name, text in words.items()}}


def _shares(interface: LwcInterface) -> dict[str, object]:
    """What the bench of a core on shares has beside that of others."""
    masking, width = interface.masking, interface.width
    if not masking:
        return {
            "BITS": width,
            "DO_WIRES": "wire [@WIDTH@-1:0] do_data;",
            "DO": "do_data",
            "RDI": "",
            "RDI_WIRES": "",
            "RDI_STEPS": "",
        }
    parts = " ^ ".join(
        f"do_shares[{width * (n + 1) - 1}:{width * n}]" for n in range(masking.shares)
    )
    bits = masking.shares * width
    return {
        "BITS": bits,
        "DO": "do_shares",
        "DO_WIRES": f"wire [{bits - 1}:0] do_shares;\n  // Only for the comparison: nobody else "
        f"adds up shares.\n  wire [@WIDTH@-1:0] do_data = {parts};",
        "RDI": ",\n      .rdi_data(rdi_data),\n      .rdi_valid(rdi_go),\n"
        "      .rdi_ready(rdi_ready)",
        "RDI_WIRES": f"\n  reg [{masking.random - 1}:0] rdi_data = 0;\n  reg rdi_go = 0;\n"
        f"  wire rdi_ready;\n  integer word;",
        # `$random` has 32 bits, so a wider word of random bits is filled in steps.
        "RDI_STEPS": f"\n      if (!rdi_go || rdi_ready) begin\n"
        f"        rdi_go <= stall == 0 || ($random(seed) & 3) != 0;\n"
        f"        for (word = 0; word < {masking.random}; word = word + 32)\n"
        f"          rdi_data[word+:32] <= $random(seed);\n      end",
    }


def _streams(played: Vectors) -> dict[str, tuple[list[int], int]]:
    """Words and their bits, by file name."""
    full = (1 << played.do.width) - 1
    care = [
        mask
        for block in played.do.blocks
        for item in block.items
        # An item without masks counts as a whole.
        for mask in (item.cares or [full] * len(item.words))
    ]
    streams = {
        stream.port: (stream.words, stream.width) for stream in (played.pdi, played.sdi, played.do)
    }
    return {**streams, "care": (care, played.do.width)}

# SPDX-License-Identifier: Apache-2.0
"""A VHDL core as GHDL itself simulates it: what the exported netlist must agree with before
anything of it is measured.

The test bench (`native_bench`) reads binary words from files, offers each as soon as the core takes
it, always takes what the core gives (but for stalls, if asked for), and writes down every output
word as it is, ``U`` and ``X`` included. It stops when the expected number of words came and none
followed, or when nothing moved for too long.
"""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..design import Design, LwcInterface
from ..errors import CallError, DesignError
from ..handshake import Handshake
from ..lwc.vectors import Vectors
from ..places import on_ports, widths
from ..tools import ghdl
from ..tools.process import plain_scratch
from .native_bench import BENCH, RESET_NS, bare_bench, lwc_bench
from .vhdl import own_name

STALLED = 100_000
"""Cycles with stalls; afterwards everything moves."""

TIMEOUT = 600
"""Seconds for one simulation."""


STOPPED = "the core ended the simulation"
REPORTED = "the core reports an error in the simulation"


class Stopped(DesignError):
    """The core ended GHDL's simulation: by a failing assertion, a range error, ``std.env.stop``; or
    an assertion of severity *error* failed behind the reset.
    """


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Where a native simulation leaves the expected output.

    Attributes:
        word: index of the output word, or of the call, from 0.
        expected, got: as binary text, the most significant bit first; ``got`` is empty if no word
            came.
        text: all of it in a sentence.
    """

    word: int
    expected: str
    got: str
    text: str


def play(
    design: Design,
    pdi: Sequence[int],
    sdi: Sequence[int],
    count: int,
    *,
    stall_seed: int | None = None,
) -> list[str]:
    """Play bus words on a VHDL core with the LWC API, natively.

    Args:
        design: from `imports.third_party.load`, of a VHDL core.
        pdi, sdi: bus words in order.
        count: output words to wait for.
        stall_seed: seed of random stalls of the three ports during the first cycles (`STALLED`);
            None for none.

    Returns:
        Output words as binary text, ``0``, ``1`` and whatever else a ``std_logic`` may be; fewer
        than ``count`` from a stuck core.

    Raises:
        CallError: not a VHDL core with the LWC API.
        Stopped: the core ended the simulation.
        ToolError: GHDL failed or ran out of time.
    """
    if (
        not isinstance(design.interface, LwcInterface)
        or not design.third_party
        or not design.third_party.vhdl
    ):
        raise CallError(f"{design.name}: expected a VHDL core with the LWC API")
    # A generator without a seed is never drawn from.
    generator = random.Random(stall_seed)
    # Three bits a cycle: whether PDI, SDI and DO may move, from the highest bit on.
    stalls = [] if stall_seed is None else [generator.randrange(8) for _ in range(STALLED)]
    files = {
        "pdi.txt": _lines(pdi, design.interface.width),
        "sdi.txt": _lines(sdi, design.interface.sdi_width),
        "stalls.txt": _lines(stalls, 3),
    }
    return _simulate(design, lwc_bench(design, count), files)


def check(design: Design, vectors: Vectors, *, stall_seed: int | None = None) -> Difference | None:
    """The first output word in which GHDL's simulation of the sources differs from ``vectors``;
    None if there is none.

    Raises:
        CallError, Stopped, ToolError: as `play`.
    """
    expected = [
        (word, care)
        for block in vectors.do.blocks
        for item in block.items
        for word, care in zip(
            item.words, item.cares or [(1 << vectors.do.width) - 1] * len(item.words)
        )
    ]
    words = play(design, vectors.pdi.words, vectors.sdi.words, len(expected), stall_seed=stall_seed)
    return difference(words, expected, vectors.do.width)


def difference(
    words: Sequence[str], expected: Sequence[tuple[int, int]], width: int
) -> Difference | None:
    """The first of ``words`` (binary text) that differs from the expected one in the bits of its
    mask; a word too many counts.
    """
    for index, (value, care) in enumerate(expected):
        got = words[index] if index < len(words) else ""
        pattern = "".join(
            bit if care >> place & 1 else "-"
            for bit, place in zip(f"{value:0{width}b}", reversed(range(width)))
        )
        # Each letter is compared: `U` and `X` are no value, and differ from both.
        if len(got) != width or any(bit not in ("-", other) for bit, other in zip(pattern, got)):
            return _difference(index, pattern, got, len(expected))
    if len(words) > len(expected):
        return _difference(len(expected), "", words[len(expected)], len(expected))
    return None


def _difference(index: int, expected: str, got: str, count: int) -> Difference:
    said = f"got {_hexadecimal(got)}" if got else "none came"
    wanted = f"expected {_hexadecimal(expected)}" if expected else "expected no more"
    return Difference(
        word=index,
        expected=expected,
        got=got,
        text=f"output word {index + 1} of {count}: {wanted}, {said}",
    )


def _hexadecimal(bits: str) -> str:
    # From the lowest bit on, so that only the first digit may have fewer than four.
    digits = [bits[max(0, end - 4) : end] for end in range(len(bits), 0, -4)][::-1]
    return "".join(
        f"{int(digit, 2):X}" if set(digit) <= {"0", "1"} else "-" if set(digit) == {"-"} else "X"
        for digit in digits
    )


def _lines(words: Sequence[int], width: int) -> str:
    return "".join(f"{word:0{width}b}\n" for word in words)


def call(design: Design, inputs: Sequence[Mapping[str, int]]) -> list[dict[str, str]]:
    """Call a bare VHDL core natively, one input after the other.

    Args:
        design: from `imports.third_party.load`, of a VHDL core with ``[bare]``.
        inputs: for each call a value of every input of the algorithm.

    Returns:
        For each call that was answered, the outputs of the algorithm as binary text, the most
        significant bit first.

    Raises:
        CallError: not a bare VHDL core.
        Stopped: the core ended the simulation.
        ToolError: GHDL failed or ran out of time.
    """
    handshake = getattr(design.interface, "handshake", None)
    if handshake is None or not design.third_party or not design.third_party.vhdl:
        raise CallError(f"{design.name}: expected a VHDL core described by [bare]")
    ports = widths(handshake.inputs)
    calls = [on_ports(given, handshake.inputs) for given in inputs]
    lines = [
        "".join(f"{given[name]:0{width}b}" for name, width in ports.items()) for given in calls
    ]
    found = _simulate(
        design,
        bare_bench(design, len(inputs)),
        {"calls.txt": "".join(f"{line}\n" for line in lines)},
    )
    return [_outputs(handshake, line) for line in found]


def _outputs(handshake: Handshake, line: str) -> dict[str, str]:
    ports, position = {}, 0
    for name, width in widths(handshake.outputs).items():
        ports[name] = line[position : position + width]
        position += width
    return {name: place.text(ports) for name, place in handshake.outputs.items()}


def _as_written(said: str, files: Iterable[str]) -> str:
    """A message with the names of the user's files, and only characters that can be printed."""
    for name in files:
        said = re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w)", own_name(name), said)
    return "".join(letter if letter.isprintable() else "?" for letter in said)


def _simulate(design: Design, bench: str, files: Mapping[str, str]) -> list[str]:
    origin = design.third_party
    options = [f"--std={origin.vhdl_standard}", *(["-fsynopsys"] if origin.vhdl_synopsys else [])]
    with plain_scratch("native") as scratch:
        for name, text in {**origin.vhdl, f"{BENCH}.vhd": bench, **files}.items():
            (scratch / name).write_text(text, errors="surrogateescape", newline="")
        ghdl.analyze(
            {**origin.vhdl_files, f"{BENCH}.vhd": origin.vhdl_library},
            directory=scratch,
            options=options,
        )
        try:
            log = ghdl.simulate(
                BENCH,
                library=origin.vhdl_library,
                directory=scratch,
                options=options,
                timeout=TIMEOUT,
            )
        except ghdl.Ended as error:
            raise Stopped(f"{STOPPED}: {_as_written(str(error), origin.vhdl)}") from None
        # Under reset signals are still undefined, so assertions about them say nothing.
        if said := ghdl.reported(log, behind=RESET_NS):
            raise Stopped(f"{REPORTED}: {_as_written(said, origin.vhdl)}")
        return (scratch / "out.txt").read_text().split()

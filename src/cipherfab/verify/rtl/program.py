# SPDX-License-Identifier: Apache-2.0
"""A design compiled together with its native bench: built once, run as often as there are
vectors."""

import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from ...design import Design, LwcInterface
from ...errors import CallError, DesignError, ToolError
from ...identifiers import identifier
from ...origin import LOOP
from ...tools import verilator
from ...tools.process import run

BENCHES = Path(__file__).parent / "bench"
PLAY_TIMEOUT = 900
MARGIN = 4
"""Cycles around what a waveform is to show."""

NUMBER_BITS = 32
"""Of a number in a vector file of the bench."""

UNSETTLED = "did not converge"
"""What Verilator's program says, and ends, if signals still change after many evaluations."""

ASSERTION = re.compile(r"Assertion failed in TOP\.(\S+): 'assert' failed")
"""What Verilator's program says of a failing assertion, and ends; with the place as a name."""

INITIAL = re.compile(r"^(\s*reg\b[^=;]*?)\s*=\s*\d+'[hbd][0-9a-fA-FxXzZ_]+;", re.MULTILINE)
"""A register's declaration with an initial value, as Yosys writes it; an escaped name ends with the
space before ``;``.
"""

FILLED = re.compile(r"^  initial begin\n(?:    .*;\n)*  end\n", re.MULTILINE)
"""The initial contents of a memory, as Yosys writes them."""

BUILDING = Lock()
"""Two checks of one design, beside each other, have one simulator: the second waits for it."""

WRITTEN = {"vcd": "waveform.vcd", "saif": "toggles.saif", "coverage": "coverage.dat"}
"""Files that a bench writes, by the option that asks for one."""


class AssertionFails(DesignError):
    """An assertion of the core failed."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """A compiled design and bench.

    Attributes:
        design: what was compiled.
        path: the program.
        trace: it can write waveforms.
        asserts: the design's own assertions are looked at, behind each reset.
    """

    design: Design
    path: Path
    trace: bool = False
    asserts: bool = False

    def run(self, numbers: Iterable[Iterable[int]], options: Mapping[str, object]) -> dict:
        """Run the bench on a vector file made of ``numbers`` (each below 2³²); returns its JSON
        object.

        Args:
            numbers: groups of numbers, written one after the other.
            options: command-line options of the bench, without ``--``; None leaves one out. ``vcd``
                and ``coverage`` are paths: the bench writes the file in its own folder, and it is
                copied there.

        Raises:
            AssertionFails: an assertion of the design failed.
            ToolError: the bench stopped without a result.
        """
        files = {name: options[name] for name in WRITTEN if options.get(name)}
        # The program is made of sources of others: it runs in a folder of its own.
        with tempfile.TemporaryDirectory(prefix="cipherfab-play-") as scratch:
            with open(Path(scratch) / "vectors", "wb") as file:
                for group in numbers:
                    _little_endian(group).tofile(file)
            inside = {**options, **{name: WRITTEN[name] for name in files}}
            if self.asserts:
                inside["asserts"] = 1
            arguments = [
                text
                for name, value in inside.items()
                if value is not None
                for text in (f"--{name}", str(value))
            ]
            text = self._play(Path(scratch), arguments)
            for name, place in files.items():
                # no link out of there: `run` refuses those
                if (Path(scratch) / WRITTEN[name]).is_file():
                    shutil.copyfile(Path(scratch) / WRITTEN[name], place)
        try:
            # The last line, since a core of others may print some itself ($display).
            found = json.loads(text.splitlines()[-1])
        # A core may have printed anything, brackets nested without end among it.
        except (IndexError, ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not found:
            raise ToolError(
                f"{self.path}: expected a JSON object from the bench, got:\n{text[-2000:]}"
            )
        return found

    def check_waveform(self, waveform: Path | None) -> None:
        """Raises `CallError` if it is asked for of a build without trace."""
        if waveform is not None and not self.trace:
            raise CallError("waveform: expected a simulator built with trace=True")

    def draw(
        self,
        numbers: Iterable[Iterable[int]],
        options: Mapping[str, object],
        waveform: Path,
        *,
        run: int,
        first: int,
        last: int,
    ) -> None:
        """Run once more for a waveform.

        Args:
            numbers, options: as of `run`.
            waveform: VCD file to write.
            run: number of the run that failed, which alone is played.
            first, last: cycles to be seen, with `MARGIN` around them.
        """
        window = {"from": max(0, first - MARGIN), "to": last + MARGIN}
        only = {"first-run": run, "powers": 1, "vcd": Path(waveform).absolute()}
        self.run(numbers, {**options, **only, **window})

    def _play(self, directory: Path, arguments: list[str]) -> str:
        """What the bench prints.

        Raises:
            AssertionFails: an assertion of the design failed.
            DesignError: the logic does not settle.
            ToolError: the bench stopped.
        """
        try:
            return run(
                [self.path, "vectors", *arguments],
                directory=directory,
                log="play.log",
                timeout=PLAY_TIMEOUT,
            )
        except ToolError as error:
            if self.asserts and (found := ASSERTION.search(str(error))):
                raise AssertionFails(found[1]) from None
            if UNSETTLED not in str(error):
                raise
            # Whoever read the sources may have seen where the loop is.
            notes = self.design.third_party.notes if self.design.third_party else ()
            where = next(
                (note for note in notes if note.startswith(LOOP)),
                "signals that drive each other without a register",
            )
            raise DesignError(
                f"{self.design.name}: its logic does not settle: {where}. Break the "
                f"loop with a register."
            ) from None


def build(
    design: Design,
    directory: Path,
    *,
    bench: str,
    headers: Mapping[str, str],
    trace: bool = False,
    fast: bool = False,
    coverage: bool = False,
    toggles: bool = False,
) -> Program:
    """Compile ``design`` with the bench ``bench`` in a folder below ``directory``, or take the
    finished build of the same content.

    Args:
        design: what to compile.
        directory: made if missing; holds one folder for each build.
        bench: file name in ``verify/bench``.
        headers: files for the bench to include, by name.
        trace: able to write waveforms.
        fast, coverage, toggles: see `verilator.build`.

    Raises:
        ToolError: Verilator or the compiler is missing or refuses the design.
    """
    home = (
        Path(directory).absolute()
        / f"sim-{_key(design, bench, headers, trace, fast, coverage, toggles)[:16]}"
    )
    options = {"trace": trace, "fast": fast, "coverage": coverage, "toggles": toggles}
    with BUILDING:
        if not home.exists():
            _compile(design, home, bench, headers, options)
    return Program(design=design, path=home / "bench", trace=trace)


def _compile(
    design: Design, home: Path, bench: str, headers: Mapping[str, str], options: Mapping[str, bool]
) -> None:
    """Into a folder beside ``home``, which becomes it at the end; ``options``: of
    `verilator.build`.
    """
    home.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, since a rename is only one step within a file system.
    scratch = Path(tempfile.mkdtemp(prefix=f"{home.name}-building-", dir=home.parent))
    for name, text in {**_powered_up(design), **headers}.items():
        (scratch / name).parent.mkdir(parents=True, exist_ok=True)
        (scratch / name).write_text(text)
    verilator.build(
        # The others are read by these: files that they include or fill memories with.
        sources=[name for name in design.sources if name.endswith((".v", ".sv"))],
        top=design.top,
        bench=BENCHES / bench,
        directory=scratch,
        defines=_defines(design),
        **options,
    )
    try:
        os.rename(scratch, home)
    except OSError:  # another process was first, with the same content
        shutil.rmtree(scratch)


def _powered_up(design: Design) -> dict[str, str]:
    """The sources as a chip has them: without initial values of registers, which the bench then
    draws.

    Those of others are left as they are: a core for an FPGA may rely on them.
    """
    if design.keeps_initial_values:
        return dict(design.sources)
    return without_initial_values(design.sources)


def without_initial_values(sources: Mapping[str, str]) -> dict[str, str]:
    """Verilog as Yosys writes it, without initial values of registers and memories."""
    return {name: FILLED.sub("", INITIAL.sub(r"\1 ;", text)) for name, text in sources.items()}


def _defines(design: Design) -> dict[str, object]:
    """What the benches must know of a design's ports, see `bench/bench.h`."""
    defines: dict[str, object] = (
        {"CLOCK_PORT": identifier(design.clock, "clock")} if design.clock else {}
    )
    if design.reset:
        defines |= {
            "RESET_PORT": identifier(design.reset, "reset"),
            "RESET_LEVEL": int(design.reset_level),
        }
    if isinstance(design.interface, LwcInterface) and not design.interface.do_last:
        defines["NO_DO_LAST"] = 1
    if isinstance(design.interface, LwcInterface):
        bits = max(design.interface.width, design.interface.sdi_width)
        defines |= {"BUS_BITS": bits} if bits > NUMBER_BITS else {}
    if isinstance(design.interface, LwcInterface) and design.interface.zeroises:
        defines["ZEROISE_CYCLES"] = design.interface.zeroise_cycles
    if isinstance(design.interface, LwcInterface) and design.interface.masking:
        masking = design.interface.masking
        defines |= {"SHARES": masking.shares, "RDI_BITS": masking.random}
        if design.interface.sdi_width != design.interface.width:
            defines["SDI_BITS"] = design.interface.sdi_width
    return defines


def _key(
    design: Design,
    bench: str,
    headers: Mapping[str, str],
    trace: bool,
    fast: bool,
    coverage: bool,
    toggles: bool,
) -> str:
    # All that changes the program is in the key; the design's name and description are not.
    benches = {path.name: path.read_text() for path in (*BENCHES.glob("*.h"), BENCHES / bench)}
    content = [design.top, _defines(design), _powered_up(design),
               dict(headers), benches, trace, coverage, toggles, verilator.version(),
               verilator.FAST if fast else [verilator.LARGE, verilator.NETLIST]]  # fmt: skip
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _little_endian(numbers: Iterable[int]) -> array:
    words = array("I", numbers)
    if words.itemsize != 4:
        raise ToolError(
            f"expected a machine whose 'unsigned int' has 4 bytes, found {words.itemsize}"
        )
    if sys.byteorder == "big":
        words.byteswap()
    return words

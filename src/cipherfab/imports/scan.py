# SPDX-License-Identifier: Apache-2.0
"""What a source may not do: read or write files, call programs or foreign code, include what lies
outside the folder.

Decided on what a parser of the language saw (`tools.slang`, GHDL's own tree), never on the text:
comments, strings, escaped identifiers, macros and token pasting are the parser's business. What is
not known to be harmless is refused.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from ..errors import CallError, DesignError
from ..tools import slang
from ..tools.slang_simulation import reached
from . import keywords
from .description import Description
from .sources import Sources, check_size, locate, read_file

MEMORY_FILES = ("$readmemh", "$readmemb")

HARMLESS = frozenset(
    """
    $bits $clog2 $signed $unsigned $size $left $right $low $high $increment $dimensions
    $unpacked_dimensions $typename $isunbounded
    $cast $countbits $countones $onehot $onehot0 $isunknown $rtoi $itor $realtobits $bitstoreal
    $shortrealtobits $bitstoshortreal
    $ceil $floor $ln $log10 $exp $pow $sqrt $sin $cos $tan $asin $acos $atan $atan2 $hypot $sinh
    $cosh $tanh $asinh $acosh $atanh
    $display $displayb $displayh $displayo $write $writeb $writeh $writeo $strobe $strobeb $strobeh
    $strobeo
    $monitor $monitorb $monitorh $monitoro $monitoron $monitoroff $info $warning $error $fatal
    $finish $stop $exit
    $time $stime $realtime $timeformat $printtimescale $random $urandom $urandom_range $sformat
    $sformatf $swrite $swriteb $swriteh
    $swriteo $past $rose $fell $stable $changed $sampled $assertoff $asserton $assertkill
    $assertcontrol $root $unit
    $setup $hold $setuphold $recovery $removal $recrem $skew $timeskew $fullskew $period $width
    $nochange
    """.split()
)
"""System tasks and functions that compute, print or end; every other is refused."""

VHDL_FORBIDDEN = frozenset(
    """
    file_open file_close readline writeline input output stdin stdout_file stderr_file flush getenv
    dir_open dir_close
    dir_createdir dir_deletedir dir_deletefile dir_workdir vhdl_version tool_version
    """.split()
)
"""Declarations of std.textio, std.standard and std.env that touch files or the environment."""


def check_verilog(
    description: Description,
    sources: Sources,
    options: list[str],
    *,
    hide: bool = True,
    full: bool = False,
) -> tuple[Sources, slang.Parsed]:
    """Parse Verilog sources with all that they include, and refuse what they may not do.

    Args:
        options: of slang: macros and folders to include from.
        hide, full: see `slang.parse`.

    Returns:
        The sources with the files that they include or initialise memories from, and what the
        parser saw, with their text: one file without macros, comments and inclusions.

    Raises:
        CallError: with file and line of what is refused.
        DesignError: the sources are not Verilog, in the parser's words.
    """
    for folder in description.include_dirs:
        # For the error alone: a folder that lies outside is refused.
        locate(description, folder)
    # What is included may include more: until a parse asks for nothing new.
    while True:
        parsed, log = _parsed(keywords.marked(sources, description.keywords), options, hide, full)
        found = dict(_needed(description, parsed))
        missing = {
            name: read_file(description, name)
            for name in found
            if name not in sources.others and name not in sources.units
        }
        if not missing:
            break
        sources = replace(sources, others={**sources.others, **missing})
        check_size({**sources.units, **sources.others}, description.path)
    # Before errors of syntax: what is refused is told even of a text that does not parse.
    _refuse(parsed, description.top)
    if parsed.errors:
        lines = [line for line in log.splitlines() if "error:" in line]
        raise DesignError(
            f"{description.name}: the sources cannot be read:\n"
            + "\n".join(f"    {line}" for line in lines[:12] or [parsed.errors])
            + keywords.hint(lines, sources.units)
        )
    return sources, parsed


def _parsed(
    sources: Sources, options: list[str], hide: bool, full: bool
) -> tuple[slang.Parsed, str]:
    """What the parser saw, and its messages."""
    with TemporaryDirectory(prefix="cipherfab-parse-") as scratch:
        directory = sources.write(Path(scratch))
        parsed = slang.parse(
            list(sources.units),
            directory=directory,
            options=options,
            readable=[Path(scratch)],
            hide=hide,
            full=full,
        )
        return parsed, (directory / "parse.log").read_text(errors="replace")


def _needed(description: Description, parsed: slang.Parsed) -> Iterator[tuple[str, str]]:
    """Names of files that are included or fill memories, as far as they exist, and where; refuses
    those outside.
    """
    for wanted, place in parsed.includes:
        folder = PurePosixPath(place.rpartition(":")[0]).parent
        name = _find(
            description,
            wanted,
            (folder, *description.include_dirs),
            f"{place}: `include of '{wanted}'",
        )
        if name:
            yield name, place
    for task, argument, place in parsed.system:
        if task in MEMORY_FILES:
            if argument is None:
                raise CallError(f"{place}: expected {task} with a file name in quotes")
            name = _find(description, argument, (), f"{place}: {task} of '{argument}'")
            if name:
                yield name, place


def _refuse(parsed: slang.Parsed, top: str) -> None:
    for task, _, place in parsed.system:
        if task not in HARMLESS and task not in MEMORY_FILES:
            raise CallError(
                f"{place}: '{task}' is refused: a benchmark needs neither files nor programs"
            )
    for place in parsed.foreign:
        raise CallError(
            f"{place}: a foreign function is refused: foreign functions are not executed"
        )
    # What no hardware does may stand in a test bench beside the core, which the top does not reach.
    modules = reached(parsed.uses, top)
    for what, place, module in parsed.unreadable:
        if module in modules:
            raise DesignError(
                f"{place}: {what} is refused: no hardware does it as a simulator does. Write it "
                f"with registers and gates, or leave it out for synthesis (`ifndef SYNTHESIS)"
            )
    for kind, place in parsed.directives:
        raise CallError(
            f"{place}: a {kind} is refused: it may bring in code or files from elsewhere"
        )


def _find(description: Description, wanted: str, places: tuple, where: str) -> str | None:
    """The name of a file that is included; None if there is none (the reader will say so if it
    needs it).
    """
    if wanted.startswith("/"):
        raise CallError(
            f"{where}: outside the folder of the description; absolute paths are refused"
        )
    # The order is that of a preprocessor: beside the file that includes, then in the folders that
    # are named.
    for base in (*places, "."):
        name = os.path.normpath(PurePosixPath(base) / wanted)
        try:
            if locate(description, name).is_file():
                return name
        except CallError as error:
            raise CallError(f"{where}: {error}") from None
    return None


def check_vhdl(tree: Path, files: Mapping[str, str]) -> None:
    """Refuse file objects, reading and writing, and foreign code, on the tree that GHDL made of the
    sources.

    Args:
        tree: what `tools.ghdl.trees` wrote.
        files: the sources of the design, by name; what else is in the tree is GHDL's own.

    Raises:
        CallError: with file and line of what is refused; or the tree cannot be read.
    """
    try:
        nodes = list(ElementTree.parse(tree).iter())
    except ElementTree.ParseError as error:
        raise CallError(f"GHDL's tree of the sources cannot be read: {error}") from None
    # Names of the core may be those of a library's declarations: what they stand for decides.
    outside = {
        node.get("id"): node for node in nodes if node.get("id") and node.get("file") not in files
    }
    for node in nodes:
        if node.get("file") not in files:
            continue
        place, kind = f"{node.get('file')}:{node.get('line')}", node.get("kind")
        if kind == "file_declaration":
            raise CallError(
                f"{place}: a file object is refused: a core that is benchmarked reads "
                f"and writes no files"
            )
        entity = next(
            (outside.get(child.get("ref")) for child in node if child.tag == "named_entity"), None
        )
        if kind.endswith("_name") and node.get("identifier") == "foreign" and _is_attribute(entity):
            raise CallError(
                f"{place}: the attribute 'foreign' is refused: foreign functions are not executed"
            )
        if entity is not None and entity.get("identifier") in VHDL_FORBIDDEN:
            raise CallError(
                f"{place}: '{entity.get('identifier')}' is refused: a core that is "
                f"benchmarked reads and writes "
                "no files"
            )


def _is_attribute(entity: ElementTree.Element | None) -> bool:
    """Whether a name stands for an attribute, as far as GHDL resolved it, and not for a signal of
    the same name.
    """
    return entity is None or entity.get("kind") == "attribute_declaration"

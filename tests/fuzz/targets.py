# SPDX-License-Identifier: Apache-2.0
"""What is fuzzed: functions that read what others wrote. Whatever they are given, they return or
raise one of our own errors.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cipherfab.cores import names
from cipherfab.errors import CipherfabError
from cipherfab.implement import liberty
from cipherfab.imports import scan
from cipherfab.imports.description import read
from cipherfab.imports.sources import read_sources
from cipherfab.lwc import vectors
from cipherfab.verify.answers import kat_file
from cipherfab.verify.gates import cells

CORPUS = Path(__file__).parent / "corpus"

HARD = ("9" * 5000, "٣", "²", "\0", "\r", "\ufeff", "\x85",
        "=", ",", "/", '"', "'", "(" * 200, "[" * 2000, "-1",
        "1e999", "nan", "true")  # fmt: skip
"""Pieces of text that parsers stumble over, for every target."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """Something that reads.

    Attributes:
        read: gets a folder of its own and the bytes.
        pieces: what is put into seeds, besides `HARD`.
        slow: starts a tool for each input.
    """

    read: Callable[[Path, bytes], object]
    pieces: tuple[str, ...] = ()
    slow: bool = False


def _described(folder: Path, content: bytes) -> None:
    (folder / "core.toml").write_bytes(content)
    (folder / "core.v").write_text("module core(); endmodule\n")
    read_sources(read(folder / "core.toml"))


def _known_answers(folder: Path, content: bytes) -> None:
    (folder / "kat.txt").write_bytes(content)
    for algorithm in ("ascon-128", "ascon-hash", "skinny-64-64"):
        try:
            kat_file.parse(folder / "kat.txt", algorithm)
        except CipherfabError:
            continue


def _vectors(folder: Path, content: bytes) -> None:
    (folder / "x.txt").write_bytes(content)
    for port in ("pdi", "sdi", "do"):
        for width in (8, 32):
            try:
                vectors.read(folder / "x.txt", port, width)
            except CipherfabError:
                continue


def _name(folder: Path, content: bytes) -> None:
    found = names.parse(content.decode(errors="surrogateescape"))
    assert names.parse(str(found)) == found


def _liberty(folder: Path, content: bytes) -> None:
    (folder / "x.lib").write_bytes(content)
    for cell in cells.read(folder / "x.lib").values():
        for function in cell.outputs.values():
            try:
                cells.expression(function, str)
            except CipherfabError:
                continue
    library = liberty.read(folder / "x.lib")
    library.smallest_buffer()
    library.without_wire_load()
    library.smallest_nand2()


def _sources(folder: Path, content: bytes) -> None:
    (folder / "core.toml").write_bytes((CORPUS / "descriptions" / "bare.toml").read_bytes())
    (folder / "core.v").write_bytes(content)
    description = read(folder / "core.toml")
    scan.check_verilog(description, read_sources(description), [])


TARGETS: Mapping[str, Target] = {
    "descriptions": Target(read=_described, pieces=(
        "[rtl]", "[bare]", "[lwc]", "sources = [", "../", "\n",
        " = ", "{", "}", "{ port = 1 }", "port = [[]]",
        "1979-05-27", "0x" + "f" * 5000, "inf")),
    "known_answers": Target(read=_known_answers,
                            pieces=("Count = ", "Key = ", "Msg = ", "\n", "\n\n", "0", "F")),
    "vectors": Target(read=_vectors, pieces=(
        "INS = ", "HDR = ", "DAT = ", "STT = ", "###EOF", "#### ", "\n", "X", "-", "0000000")),
    "names": Target(read=_name, pieces=(
        "ascon-128", "unrolled=", "bus=", "buffer=", "redundant=2",
        "hash", "encdec", "masked=1", "serial=",
        "parallel", "rewind", "restart", "full", "0", "8", "16")),
    "liberty": Target(read=_liberty, pieces=(
        "cell(", "pin(", "ff(", 'function : "', "!", "^", "'",
        "&", ")", "{", "}", "if", "a(b)", "a b", "area : ",
        "1e", "e-e", "\x1f\x8b", "test_cell", 'clocked_on : ""')),
    "sources": Target(read=_sources, slow=True, pieces=(
        '`include "', "`define ", "`", "\\", "$readmemh(", "$system",
        'import "DPI-C"', "/*", "//", "endmodule",
        "begin", "generate", "#(", "`resetall", "`x``y")),
}  # fmt: skip
"""By the name of their folder in ``corpus``."""


def seeds(name: str) -> list[bytes]:
    """The corpus of a target, in the order of its file names."""
    return [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]


def crash(name: str, content: bytes) -> None:
    """Feed a target; raises whatever is not one of our own errors."""
    with tempfile.TemporaryDirectory(prefix="cipherfab-fuzz-") as folder:
        try:
            TARGETS[name].read(Path(folder), content)
        except CipherfabError as error:
            assert str(error).strip(), "an error without a word"

# SPDX-License-Identifier: Apache-2.0
"""The test bench of a package: compiled and run as its page says, and what it plays."""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

from cipherfab.cores.build import build
from cipherfab.emit.package import package
from cipherfab.tools import verilator


def compile_bench(directory: Path, top: str, runtime: Path) -> Path:
    """Compile the test bench of a package from the files that its page names, with Verilator.

    Args:
        directory: of the package.
        top: of the core.
        runtime: folder for Verilator's run-time library, which is the same for every bench and
            takes longer than most of them.
    """
    command = re.search(
        r"```sh\nverilator (.*?)\n\./obj_dir", (directory / "README.md").read_text(), re.S
    )[1]
    sources = [word for word in command.split() if word.endswith((".v", ".sv"))]
    translate = [verilator.package() / "bin" / "verilator_bin",
                 "--cc", "--exe", "--main", "--timing", "-CFLAGS",
                 "-std=c++20 -fcoroutines", "-Wno-fatal", "-Wno-WIDTH",
                 "--top-module", f"{top}_tb", *sources, "--Mdir", "obj"]  # fmt: skip
    environment = os.environ | {"VERILATOR_ROOT": str(verilator.package())}
    subprocess.run(translate, cwd=directory, env=environment, check=True, capture_output=True)
    for compiled in runtime.glob("*.o"):
        shutil.copy(compiled, directory / "obj")
    # Compiling takes longer than anything that is played.
    make = ["make", "-s", "-C", "obj", "-f", f"V{top}_tb.mk",
            "VM_PARALLEL_BUILDS=0", "OPT_FAST=-O0", "OPT_SLOW=-O0",
            "OPT_GLOBAL=-O0", f"V{top}_tb"]  # fmt: skip
    subprocess.run(make, cwd=directory, check=True, capture_output=True)
    for compiled in (directory / "obj").glob("verilated*.o"):
        shutil.copy(compiled, runtime)
    return directory / "obj" / f"V{top}_tb"


def play(program: Path, directory: Path, *arguments: str) -> str:
    """What the bench prints, without Verilator's own lines."""
    result = subprocess.run(
        [program, *arguments], cwd=directory, capture_output=True, text=True, timeout=60
    )
    return result.stdout.partition("\n")[0]


def words(text: str) -> list[str]:
    """The hexadecimal words of a file for ``$readmemh``, without its comments."""
    return [line for line in text.splitlines() if not line.startswith("//")]


def tokens(text: str, *, comments: bool = True) -> list[str]:
    """The tokens of Verilog as slang reads them; with or without comments."""
    from pyslang.syntax import SyntaxTree

    found: list[str] = []

    def visit(node) -> None:
        if hasattr(node, "trivia"):
            said = [part.getRawText() for part in node.trivia if "Comment" in part.kind.name]
            found.extend(said if comments else [])
            found.append(node.rawText)
        elif hasattr(node, "__iter__"):
            for child in node:
                visit(child)

    visit(SyntaxTree.fromText(text).root)
    return found


def change_word(path: Path, place: int) -> None:
    """Flip the lowest bit of one word of a file of hexadecimal words."""
    found = words(path.read_text())
    found[place] = f"{int(found[place], 16) ^ 1:0{len(found[place])}x}"
    path.write_text("\n".join(found) + "\n")


KINDS = ["skinny-64-64/serial=4", "lilliput-tbc-i-128/serial=8,encdec",
         "ascon-p-6/serial=8", "skinny-64-64/round,encdec",
         "forkskinny-64-192/round,encdec", "forkskinny-64-192/round,rewind,encdec",
         "forkskinny-64-192/serial=4",
         "forkskinny-64-192/serial=4,restart", "forkskinny-64-192/serial=4,encdec",
         "forkskinny-64-192/serial=4,restart,encdec",
         "skinny-64-64/serial=4,encdec", "ascon-p-6/masked=1", "lilliput-tbc-i-128/masked=1",
         "skinny-64-64/round,redundant=3", "skinny-64-64/round,redundant=3,encdec",
         "skinny-64-64/inner=2,encdec", "skinny-64-64/round,pulsed",
         "skinny-64-64/round,freerunning"]  # fmt: skip
"""A core of each kind whose ports or calls are not those of its primitive."""


@cache
def texts(name: str) -> dict[str, str]:
    """The files of a core's package."""
    return package(build(name), {})


def top(name: str) -> str:
    """The core's top module."""
    return build(name).top


def values(name: str, side: str) -> list[dict[str, int]]:
    """What the bench of a core plays (``in``), expects (``out``) or compares (``care``), word by
    word, by port.

    Read from the files with the slices of the bench.
    """
    way = "in" if side == "in" else "out"
    slices = re.findall(
        rf"\.{way}_(\w+)\({way}_word\[(\d+):(\d+)\]\)", texts(name)[f"{top(name)}_tb.v"]
    )
    numbers = [int(line, 16) for line in words(texts(name)[f"{side}.hex"])]
    return [
        {
            port: number >> int(low) & (1 << int(high) - int(low) + 1) - 1
            for port, high, low in slices
        }
        for number in numbers
    ]

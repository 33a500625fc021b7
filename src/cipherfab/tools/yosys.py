# SPDX-License-Identifier: Apache-2.0
"""Yosys through its Python package `pyosys`, always in a process of its own."""

import ctypes
import sys
import tempfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from ..errors import ToolError
from .process import MEMORY, run

ENVIRONMENT = {"YOSYS_MAX_THREADS": "1"}
"""ABC on several threads gives different netlists from run to run."""

HASH_SEED_SYMBOL = "_ZN5Yosys7hashlib11HasherDJB325fudgeE"
"""What the command line option ``--hash-seed`` of the Yosys executable sets:
``Yosys::hashlib::HasherDJB32::fudge``.
"""


def run_yosys(
    script: str,
    *,
    directory: Path,
    name: str = "yosys",
    timeout: float = 900,
    hash_seed: int | None = None,
    memory: int | None = MEMORY,
    readable: Iterable[Path] = (),
) -> str:
    """Run a Yosys script in ``directory`` and return its log.

    Yosys keeps a cache of converted Liberty files among the temporary files. Each run has its own
    folder for them (`run`), so that no run sees a file that another one is still writing.

    Args:
        script: Yosys commands, one per line; paths are relative to ``directory``.
        directory: existing working directory; ``NAME.ys`` and ``NAME.log`` are written there.
        name: stem of the script and log files.
        timeout: seconds.
        hash_seed: seed of Yosys' hash tables (``--hash-seed``). The containers of Yosys 0.70
            iterate in the order of insertion: no synthesis script tried so far gives another
            netlist with another seed. A difference is a bug of Yosys, not noise; the noise of a
            synthesis run comes from `implement.recipes`.
        memory, readable: see `process.run`.

    Raises:
        ToolError: with the tail of the log.
    """
    directory = Path(directory)
    # A file and not an argument: it stays in the folder, so that the run can be repeated by hand.
    (directory / f"{name}.ys").write_text(script)
    argv = [sys.executable, "-m", __name__, f"{name}.ys"] + (
        [] if hash_seed is None else [str(hash_seed)]
    )
    return run(
        argv,
        directory=directory,
        log=f"{name}.log",
        timeout=timeout,
        environment=ENVIRONMENT,
        memory=memory,
        readable=readable,
    )


def version() -> str:
    """Version of the installed pyosys package, for example ``0.70``."""
    return metadata.version("pyosys")


def slang() -> str:
    """Version of the Yosys that has the front end for SystemVerilog built in, for example ``0.70``.

    Raises:
        ToolError: it has not, or is missing.
    """
    with tempfile.TemporaryDirectory(prefix="cipherfab-slang-") as scratch:
        if "No such command" in run_yosys("help read_slang\n", directory=Path(scratch), timeout=60):
            raise ToolError(
                "yosys: this build has no slang front end. `pip install pyosys` gives "
                "one that has it."
            )
    return version()


def _set_hash_seed(seed: int) -> None:
    """Before Yosys starts: its tables must not hold entries that were hashed with another seed."""
    import pyosys

    library = ctypes.CDLL(
        str(Path(pyosys.__file__).parent / "libyosys.so"), mode=ctypes.RTLD_GLOBAL
    )
    ctypes.c_uint32.in_dll(library, HASH_SEED_SYMBOL).value = seed


def _main(script: str, hash_seed: str | None = None) -> None:
    if hash_seed is not None:
        _set_hash_seed(int(hash_seed))
    from pyosys import libyosys

    libyosys.run_pass(f"script {script}")


if __name__ == "__main__":
    _main(*sys.argv[1:])

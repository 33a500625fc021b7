"""Yosys through its Python package `pyosys`, always in a process of its own."""

import sys
from importlib import metadata
from pathlib import Path

from .process import run

ENVIRONMENT = {"YOSYS_MAX_THREADS": "1"}
"""ABC on several threads gives different netlists from run to run."""


def run_yosys(script: str, *, directory: Path, name: str = "yosys", timeout: float = 900,
              hash_seed: int | None = None) -> str:
    """Run a Yosys script in ``directory`` and return its log.

    Args:
        script: Yosys commands, one per line; paths are relative to ``directory``.
        directory: existing working directory; ``NAME.ys`` and ``NAME.log`` are written there.
        name: stem of the script and log files.
        timeout: seconds.
        hash_seed: seed of Yosys' hash tables (``--hash-seed``): the noise of a synthesis run.

    Raises:
        ToolError: with the tail of the log.
    """
    directory = Path(directory)
    (directory / f"{name}.ys").write_text(script)
    argv = [sys.executable, "-m", __name__, f"{name}.ys"] + ([] if hash_seed is None else [str(hash_seed)])
    return run(argv, directory=directory, log=f"{name}.log", timeout=timeout, environment=ENVIRONMENT)


def version() -> str:
    """Version of the installed pyosys package, for example ``0.70``."""
    return metadata.version("pyosys")


def _main(script: str, hash_seed: str | None = None) -> None:
    from pyosys import libyosys
    if hash_seed is not None:
        libyosys.hashlib_set_seed(int(hash_seed)) if hasattr(libyosys, "hashlib_set_seed") else None
    libyosys.run_pass(f"script {script}")


if __name__ == "__main__":
    _main(*sys.argv[1:])

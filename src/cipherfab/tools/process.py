# SPDX-License-Identifier: Apache-2.0
"""Run one external program with a log file and a time limit, behind the wall of `sandbox`."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import ToolError
from ..plain import every
from . import sandbox

MEMORY = 32 << 30
"""Bytes of address space that a program may take unless the call says otherwise."""

FILE_BYTES = 16 << 30
"""Bytes of the largest file that a program may write."""

LOG_TAIL = 25
"""Lines of a failed tool's log that are shown with the error."""


def run(argv: Sequence[str | Path], *, directory: Path, log: str, timeout: float = 600,
        environment: dict[str, str] | None = None, memory: int | None = MEMORY,
        readable: Iterable[Path] = ()) -> str:
    """Run ``argv`` in ``directory``, writing its output to the file ``log`` there.

    Args:
        argv: program and arguments.
        directory: existing working directory.
        log: file name, within ``directory``, for standard output and error together.
        timeout: seconds until the whole process group is killed.
        environment: variables that it gets besides `sandbox.KEPT`.
        memory: bytes of address space that the program may take; None for no limit.
        readable: files and folders that it may read, besides its directory and what is installed.

    Returns:
        The text of the log.

    Raises:
        ToolError: the program is missing, exited non-zero, or ran out of time; with the tail of its
            log.
    """
    argv = [str(part) for part in argv]
    directory = Path(directory).absolute()
    path = directory / log
    if shutil.which(argv[0]) is None:
        raise ToolError(f"{argv[0]}: program not found. `cipherfab doctor` says how to install it.")
    before = _links(directory)
    with open(path,
              "w+") as output, tempfile.TemporaryDirectory(prefix="cipherfab-tool-") as scratch:
        behind, variables = sandbox.wrapped(argv, directory=directory,
                                            readable=readable, scratch=Path(scratch),
                                            environment=environment or {})
        process = subprocess.Popen([*_limit(memory), *behind],
                                   cwd=directory, stdout=output, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, start_new_session=True, env=variables)
        code = _wait(process, timeout)
        output.seek(0)      # not the path: the program may have put something else there
        text = output.buffer.read().decode(errors="replace")
        if (shown := every(text)) != text:      # it quotes the sources of others
            output.seek(0)
            output.write(shown)
            output.truncate()
    _refuse_links(directory, before, argv[0])
    if code is None:
        raise ToolError(f"{argv[0]}: stopped after its time limit of {timeout:g} s. "
                        f"{_tail(text, path)}")
    if code != 0:
        raise ToolError(f"{argv[0]}: exit code {code}. {_tail(text, path)}")
    return text


def _limit(memory: int | None) -> list[str]:
    """A shell that sets limits of memory and of the size of a file, and then becomes the program.
    """
    limits = [f"ulimit -f {FILE_BYTES // 512}",
              *([] if memory is None else [f"ulimit -v {memory // 1024}"])]
    return ["/bin/sh", "-c", f'{" && ".join(limits)} && exec "$@"', "sh"]


def _links(directory: Path) -> set[tuple[str, str]]:
    """What is neither file nor folder below a directory, with where it leads: links, and pipes and
    the like.
    """
    found, waiting = set(), [directory]
    while waiting:
        for entry in os.scandir(waiting.pop()):
            if entry.is_symlink():
                found.add((entry.path, os.readlink(entry.path)))
            elif entry.is_dir():
                waiting.append(Path(entry.path))
            elif not entry.is_file():
                found.add((entry.path, ""))
    return found


def _refuse_links(directory: Path, before: set[tuple[str, str]], program: str) -> None:
    """Raises `ToolError` if a program left links out of its folder, or pipes: we would follow them
    when we read its results.
    """
    for path, target in sorted(_links(directory) - before):
        inside = target and Path(os.path.realpath(path)).is_relative_to(directory.resolve())
        if not inside:
            os.unlink(path)
            raise ToolError(f"{program}: left {Path(path).name}, which is no file of its own; it "
                            f"was removed")


def _wait(process: subprocess.Popen, timeout: float) -> int | None:
    """Exit code, or None if the time limit passed; leaves no child behind in either case."""
    try:
        return process.wait(timeout)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _tail(text: str, path: Path) -> str:
    lines = text.rstrip().splitlines()[-LOG_TAIL:]
    return f"The end of {path}:\n" + "\n".join(f"    {line}" for line in lines)

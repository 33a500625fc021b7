# SPDX-License-Identifier: Apache-2.0
"""Run one external program with a log file and a time limit, behind the wall of `sandbox`."""

import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import ToolError
from ..plain import every
from . import sandbox

MEMORY = 32 << 30
"""Bytes of address space that a program may take unless the call says otherwise."""

FILE_BYTES = 16 << 30
"""Bytes of the largest file that a program may write."""

PLAIN = re.compile(r"[A-Za-z0-9_./+-]+")
"""Paths that every tool takes as they are."""

PLACES = ("/tmp", "/var/tmp", "/dev/shm")

PIECE = 0.5
"""Seconds for which a wait for a program is one call."""

LOG_TAIL = 25
"""Lines of a failed tool's log that are shown with the error."""


def run(
    argv: Sequence[str | Path],
    *,
    directory: Path,
    log: str,
    timeout: float = 600,
    environment: dict[str, str] | None = None,
    memory: int | None = MEMORY,
    readable: Iterable[Path] = (),
) -> str:
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
    if shutil.which(argv[0]) is None:
        raise ToolError(f"{argv[0]}: program not found. `cipherfab doctor` says how to install it.")
    with plainly_named(directory) as place:
        inside = [part.replace(str(directory), str(place)) for part in argv[1:]]
        code, text = _run([argv[0], *inside], place, log, timeout, environment, memory, readable)
    if code is None:
        raise ToolError(
            f"{argv[0]}: stopped after its time limit of {timeout:g} s. "
            f"{_tail(text, directory / log)}"
        )
    if code != 0:
        raise ToolError(f"{argv[0]}: exit code {code}. {_tail(text, directory / log)}")
    return text


def _run(
    argv: list[str],
    directory: Path,
    log: str,
    timeout: float,
    environment: dict[str, str] | None,
    memory: int | None,
    readable: Iterable[Path],
) -> tuple[int | None, str]:
    """Exit code, None if the time limit passed, and the text of the log."""
    # Links that are there already are ours, as that to the Liberty file.
    before = _links(directory)
    with open(directory / log, "w+") as output, plain_scratch("tool") as scratch:
        behind, variables = sandbox.wrapped(
            argv,
            directory=directory,
            readable=readable,
            scratch=scratch,
            environment=environment or {},
        )
        # fmt: off
        # In a session of its own: what it starts can be killed with it.
        process = subprocess.Popen([*_limit(memory), *behind],
                                   cwd=directory, stdout=output, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, start_new_session=True, env=variables)
        # fmt: on
        code = _wait(process, timeout)
        output.seek(0)  # not the path: the program may have put something else there
        text = output.buffer.read().decode(errors="replace")
        if (shown := every(text)) != text:  # it quotes the sources of others
            output.seek(0)
            output.write(shown)
            output.truncate()
    _refuse_links(directory, before, argv[0])
    return code, text


@contextmanager
def plainly_named(directory: Path) -> Iterator[Path]:
    """The directory, or, if its path has a letter that some tool takes apart (a blank, a quote, a
    dollar), a copy of it elsewhere, whose content takes the place of its own at the end.

    Yosys hands absolute paths to ABC, which splits them at blanks, and to make, which knows no
    quotes: no tool is asked what it can bear.
    """
    if PLAIN.fullmatch(str(directory)):
        yield directory
        return
    with plain_scratch("plain") as scratch:
        copy = Path(shutil.copytree(directory, scratch / "run", symlinks=True))
        try:
            yield copy
        finally:
            _take_back(copy, directory)


@contextmanager
def plain_scratch(purpose: str) -> Iterator[Path]:
    """A temporary folder whose path no tool takes apart: for several calls of a tool that keeps
    paths, as GHDL does in its library. With a copy for each call (`plainly_named`) it would look
    for the copy of the one before.
    """
    with tempfile.TemporaryDirectory(prefix=f"cipherfab-{purpose}-", dir=plain_folder()) as scratch:
        yield Path(scratch)


def _take_back(copy: Path, directory: Path) -> None:
    for old in directory.iterdir():
        shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    for new in copy.iterdir():
        shutil.move(new, directory / new.name)


def plain_folder() -> str | None:
    """Where temporary folders may be for a tool that works in them: None for the usual place, if
    its path is plain.

    Raises:
        ToolError: no such place can be written to.
    """
    usual = tempfile.gettempdir()
    if PLAIN.fullmatch(usual):
        return None
    found = next((place for place in PLACES if os.access(place, os.W_OK)), None)
    if found is None:
        raise ToolError(
            f"TMPDIR is {usual}, which the tools cannot work in, and none of "
            f"{', '.join(PLACES)} can be written to. Give a TMPDIR of letters, digits, "
            f"_, - and points."
        )
    return found


def _limit(memory: int | None) -> list[str]:
    """A shell that sets limits of memory and of the size of a file, and then becomes the
    program."""
    limits = [
        # A shell counts a file in blocks of 512 bytes, and memory in KiB.
        f"ulimit -f {FILE_BYTES // 512}",
        *([] if memory is None else [f"ulimit -v {memory // 1024}"]),
    ]
    # `exec`, so that the process that is waited for is the program itself.
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
            raise ToolError(
                f"{program}: left {Path(path).name}, which is no file of its own; it was removed"
            )


def _wait(process: subprocess.Popen, timeout: float) -> int | None:
    """Exit code, or None if the time limit passed; leaves no child behind in either case."""
    try:
        _await_end(process, timeout)
        return process.poll()
    finally:
        # Also where an exception ended the wait: Ctrl-C, or the time limit of a job.
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _await_end(process: subprocess.Popen, timeout: float) -> None:
    """Returns as soon as the process has ended, or after the time limit. `Popen.wait` with a limit
    asks every 50 ms, and `verify` starts dozens of programs that need no longer.
    """
    try:
        ended = os.pidfd_open(process.pid)
    except OSError:  # a kernel without it, or no descriptor is left
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout)
        return
    try:
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        until = time.monotonic() + timeout
        # In pieces: the time limit of a job is an exception from another thread, which waits until
        # a call into C returns.
        while (left := until - time.monotonic()) > 0 and not poll.poll(1000 * min(left, PIECE)):
            pass
    finally:
        os.close(ended)


def _tail(text: str, path: Path) -> str:
    lines = text.rstrip().splitlines()[-LOG_TAIL:]
    return f"The end of {path}:\n" + "\n".join(f"    {line}" for line in lines)

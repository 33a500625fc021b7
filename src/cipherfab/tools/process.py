"""Run one external program with a log file and a time limit."""

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ..errors import ToolError

LOG_TAIL = 25
"""Lines of a failed tool's log that are shown with the error."""


def run(argv: Sequence[str | Path], *, directory: Path, log: str, timeout: float = 600,
        environment: dict[str, str] | None = None, memory: int | None = None) -> str:
    """Run ``argv`` in ``directory``, writing its output to the file ``log`` there.

    Args:
        argv: program and arguments.
        directory: existing working directory.
        log: file name, within ``directory``, for standard output and error together.
        timeout: seconds until the whole process group is killed.
        environment: variables added to this process's own.
        memory: bytes of address space that the program may take; None for no limit.

    Returns:
        The text of the log.

    Raises:
        ToolError: the program is missing, exited non-zero, or ran out of time; with the tail of its log.
    """
    argv = [str(part) for part in argv]
    path = Path(directory) / log
    with open(path, "w") as output:
        try:
            process = subprocess.Popen([*_limit(memory), *argv], cwd=directory, stdout=output, stderr=subprocess.STDOUT,
                                       stdin=subprocess.DEVNULL, start_new_session=True,
                                       env={**os.environ, **(environment or {})})
        except FileNotFoundError:
            raise ToolError(f"{argv[0]}: program not found. `cipherfab doctor` says how to install it.") from None
        code = _wait(process, timeout)
    text = path.read_text(errors="replace")
    if code is None:
        raise ToolError(f"{argv[0]}: stopped after its time limit of {timeout:g} s. {_tail(text, path)}")
    if code != 0:
        raise ToolError(f"{argv[0]}: exit code {code}. {_tail(text, path)}")
    return text


def _limit(memory: int | None) -> list[str]:
    """A shell that sets the limit and then becomes the program."""
    return [] if memory is None else ["sh", "-c", f'ulimit -v {memory // 1024} && exec "$@"', "sh"]


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

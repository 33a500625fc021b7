# SPDX-License-Identifier: Apache-2.0
"""What a job is, and how one is executed where it has landed.

A job is a dictionary of JSON values: ``kind`` (names its directory in the cache), ``function``,
``inputs``, ``versions``, ``code`` (the files that its function depends on, with their hashes, see
`code`), and, without influence on its key, ``label`` and ``timeout``. Its function is called as
``function(job, directory)`` with an empty directory to work in, and returns a JSON-able dictionary
in which paths are relative to that directory.
"""

import ctypes
import importlib
import json
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import OF_THE_MACHINE, CipherfabError, ToolError, of_the_system
from ..results.cache import Cache, Entry, pack
from ..results.home import Home
from ..tools import sandbox
from ..tools.process import LOG_TAIL
from ..verify.finding import findings_of, not_lost
from .code import closure, digest_code, file_of

TIMEOUT = 3600
"""Seconds that a job may take if it does not say otherwise."""


def make_job(
    kind: str,
    function: str,
    inputs: Mapping[str, Any],
    *,
    versions: Mapping[str, str] | None = None,
    modules: Sequence[str] = (),
    label: str = "",
    timeout: float = TIMEOUT,
) -> dict[str, Any]:
    """A job.

    Args:
        kind: lower-case name of its sort; durations of one kind are comparable.
        function: dotted path, for example ``cipherfab.implement.flow:run_job``.
        inputs: everything that the result depends on, texts of scripts and sources included.
        versions: of the tools that the function calls.
        modules: those that decide the result and are imported by none of the function's own: what
            is found at run time.
        label: what the progress display shows.
        timeout: seconds.
    """
    return {
        "kind": kind,
        "function": function,
        "inputs": dict(inputs),
        "versions": dict(versions or {}),
        "code": closure(function.partition(":")[0], *modules),
        "label": label or kind,
        "timeout": timeout,
    }


@dataclass(frozen=True, kw_only=True)
class Report:
    """What comes back from where a job ran.

    Attributes:
        result: of the function, None if the job failed.
        error: of a failed job: the message with the tail of its log; else empty.
        exit_code: what the command line returns for the error.
        directory: where the failed job's files are kept; empty if nowhere.
        packed: the run directory, if it is not in the cache already.
    """

    seconds: float
    result: dict[str, Any] | None = None
    error: str = ""
    exit_code: int = 0
    directory: str = ""
    packed: bytes | None = None


def execute(job: dict[str, Any], root: str, identity: str) -> Report:
    """Run a job in this process and bring it into the cache, if the cache's file system is here.

    Runs on a worker. Whatever the job's own function raises becomes a report; the worker goes on.

    Args:
        root: home directory, as the driver names it.
        identity: the driver's `Cache.identity`.
    """
    # By what lies there, since two machines may have different folders of the same name.
    if _shares_files(root, identity):
        return _execute_into(Cache(Home(Path(root))), job, keep=False)
    with tempfile.TemporaryDirectory(prefix="cipherfab-") as elsewhere:
        return _execute_into(Cache(Home(Path(elsewhere))), job, keep=True)


def _shares_files(root: str, identity: str) -> bool:
    try:
        return (Path(root) / "cache" / "identity").read_text() == identity
    except OSError:
        return False


def _execute_into(cache: Cache, job: dict[str, Any], *, keep: bool) -> Report:
    """``keep``: the cache is about to vanish, so the report carries the files."""
    started = time.monotonic()
    with cache.workspace(job) as run:
        try:
            entry = cache.get(job) or _compute(cache, job, run, started)
        # Not `SystemExit` either: it would end the worker.
        except (Exception, SystemExit) as error:
            if isinstance(error, OSError) and error.errno in OF_THE_MACHINE:
                error = of_the_system(error)
            text = _describe(error, run)
            kept = "" if keep else _keep_files(cache, job, run)
            return Report(
                seconds=time.monotonic() - started,
                # The files have moved there, and the message leads to them.
                error=text.replace(str(run), kept or "its directory"),
                directory=kept,
                exit_code=error.exit_code if isinstance(error, CipherfabError) else 3,
            )
    return Report(
        seconds=entry.seconds,
        result=dict(entry.result),
        packed=pack(entry.directory) if keep else None,
    )


def _keep_files(cache: Cache, job: dict[str, Any], run: Path) -> str:
    """Where a failed job's files are kept; empty if even that cannot be done, on a full disk: the
    job's own error is told then.
    """
    try:
        return str(cache.fail(job, run))
    except OSError:
        return ""


def _compute(cache: Cache, job: dict[str, Any], run: Path, started: float) -> Entry:
    function = _function(job)
    if is_foreign(job["inputs"]):
        # this machine may be another one than the one that asked
        sandbox.require(str(job.get("label")))
    with _time_limit(job.get("timeout", TIMEOUT)):
        result = function(job, run)
    if not isinstance(result, dict):
        raise (
            TypeError(f"{job['function']} returned {type(result).__name__}, expected a dictionary")
        )
    with not_lost(findings_of(result)):
        # As it will be read from the cache: tuples are lists there.
        return cache.commit(job, json.loads(json.dumps(result)), run, time.monotonic() - started)


def is_foreign(inputs: Mapping[str, Any]) -> bool:
    """Whether a job works on sources that others wrote."""
    design = inputs.get("design")
    return bool(inputs.get("foreign") or isinstance(design, Mapping) and design.get("third_party"))


def _function(job: Mapping[str, Any]) -> Any:
    """The job's function, from the same code that its key was made with."""
    for name, expected in job.get("code", {}).items():
        # Otherwise the cache would keep the result of other code under this key.
        if digest_code(file_of(name)) != expected:
            raise ToolError(
                f"{name} differs between this worker and the process that made the "
                f"job. Install the same version."
            )
    module, _, name = job["function"].partition(":")
    return getattr(importlib.import_module(module), name)


def _describe(error: BaseException, run: Path) -> str:
    """The message of an expected failure, the traceback of any other, and the tail of the newest
    log.
    """
    text = (
        str(error)
        if isinstance(error, CipherfabError)
        else "".join(traceback.format_exception(error)[-LOG_TAIL:]).rstrip()
    )
    logs = sorted(
        (path for path in run.rglob("*.log") if path.is_file()),
        key=lambda path: path.stat().st_mtime,
    )
    if not logs or str(logs[-1]) in text:
        return text
    lines = logs[-1].read_text(errors="replace").splitlines()[-LOG_TAIL:]
    return f"{text}\nThe end of {logs[-1]}:\n" + "\n".join(f"    {line}" for line in lines)


class _OutOfTime(BaseException):
    """Not an `Exception`, so that a job's own handlers let it pass."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Interrupt this thread's Python code after ``seconds``.

    A running tool is stopped with its process group, since `tools.process.run` waits for it in
    Python. A single long call into C code is interrupted when it returns.

    Raises:
        ToolError: the time is over.
    """
    target, lock, done = threading.get_ident(), threading.Lock(), False

    def interrupt() -> None:
        with lock:
            # Not behind the end: the exception would hit what this thread does next.
            if not done:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(target), ctypes.py_object(_OutOfTime)
                )

    timer = threading.Timer(seconds, interrupt)
    # A process that ends must not wait for it.
    timer.daemon = True
    timer.start()
    try:
        try:
            yield
        finally:
            with lock:
                done = True
            timer.cancel()
    except _OutOfTime:
        raise ToolError(f"stopped after its time limit of {seconds:g} s.") from None

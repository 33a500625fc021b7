# SPDX-License-Identifier: Apache-2.0
"""A Dask client: of a cluster of local processes, or of a scheduler that is already there."""

import logging
import re
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from typing import Any

from ..errors import CallError, ToolError
from . import preload

CONNECT_SECONDS = 10
"""Time for a scheduler to answer."""
STARTS = 3
"""How often it is tried to start workers here: one that is killed while it starts takes all of them
along.
"""
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
"""Signals that end a run."""
# An address of IPv6 has colons, so it stands in brackets.
ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:]+\]|[^:/\s]+):\d+")


@contextmanager
def connect(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A `distributed.Client`.

    Args:
        scheduler: address of a running scheduler, or None for processes of one thread each on this
            machine, which listen on the loopback interface only and end with the ``with``
            statement, tools included.
        workers: how many processes.

    Raises:
        CallError: the address is malformed.
        ToolError: nobody answers there.
    """
    with _quiet():
        if scheduler is None:
            with _local(workers) as client:
                yield client
        else:
            with _remote(scheduler) as client:
                yield client


def check_address(scheduler: str) -> None:
    """Raises `CallError` if it is no address of a scheduler."""
    if not ADDRESS.fullmatch(scheduler):
        raise CallError(
            f"scheduler {scheduler!r}: expected an address such as tcp://192.0.2.1:8786."
        )


@contextmanager
def _remote(scheduler: str) -> Iterator[Any]:
    from distributed import Client

    check_address(scheduler)
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError) as error:
        raise ToolError(
            f"No Dask scheduler answers at {scheduler} ({type(error).__name__}). Start "
            f"one with `dask scheduler` "
            "and workers with `dask worker ADDRESS --nthreads 1`, or leave --scheduler "
            "out."
        ) from None
    with client:
        yield client


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    from distributed import Client

    with _workers(workers) as cluster, Client(cluster) as client:
        try:
            yield client
        finally:
            tools = _children([nanny.pid for nanny in cluster.workers.values()])
            try:
                client.close()
                cluster.close()
            finally:
                for tool in tools:
                    _kill(tool)


@contextmanager
def _workers(count: int) -> Iterator[Any]:
    """A `distributed.LocalCluster`."""
    with ExitStack() as stack:
        with _undisturbed():
            cluster = stack.enter_context(_start(count))
        yield cluster


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What would end us waits until the workers have started, since half a cluster cannot be
    closed.

    The signals are blocked too, which workers inherit: a terminal sends Ctrl-C to them as well, and
    `preload` ignores it only later.
    """
    came: list[int] = []
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        # Blocked in this thread, a signal still comes by way of another one, such as those of
        # numpy.
        handlers = {
            number: signal.signal(number, lambda number, frame: came.append(number))
            for number in ENDING
        }
        # what the process that is started next inherits
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    resource_tracker.ensure_running()  # Python's own; the first call of it would unblock them
    if handlers:
        signal.signal(signal.SIGHUP, lambda number, frame: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        for number in came[:1]:
            signal.raise_signal(number)


def _start(count: int) -> Any:
    """Raises `ToolError` if the workers do not start, `STARTS` times."""
    import dask
    from distributed import LocalCluster

    for left in reversed(range(STARTS)):
        try:
            # a clock that is set forward makes no worker dead; its nanny sees one that is
            with dask.config.set({"distributed.scheduler.worker-ttl": None}):
                return LocalCluster(
                    n_workers=count,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    # None: above a limit Dask would end a worker, and what its tools have computed.
                    memory_limit=0,
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    silence_logs=logging.CRITICAL,
                    preload=[preload.__name__],
                )
        except (RuntimeError, OSError, TimeoutError) as error:
            if not left:
                raise ToolError(
                    f"{count} worker processes did not start ({type(error).__name__}: "
                    f"{error}). Try fewer (--workers), "
                    "or --workers 0 to do everything in this process."
                ) from None


def replace_lost(client: Any) -> None:
    """Start new workers for those of ours that are gone for good: a nanny gives up where a process
    does not start in time, on a busy machine. Workers of others are left to them.
    """
    cluster = client.cluster
    if cluster is not None and len(cluster.workers) < len(cluster.worker_spec):
        cluster.scale(len(cluster.worker_spec))


def _children(workers: Sequence[int | None]) -> list[Any]:
    """Tools that the workers are running: after Ctrl-C nobody else would end them, since each leads
    a session of its own.
    """
    import psutil

    found = []
    for pid in workers:
        # It may have ended meanwhile.
        with suppress(psutil.Error):
            found += psutil.Process(pid).children(recursive=True) if pid else []
    return found


def _kill(process: Any) -> None:
    import psutil

    # It may have ended by itself meanwhile.
    with suppress(psutil.Error):
        process.kill()


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's own log says on standard error what an outcome or an exception says here."""
    import distributed  # sets the levels of its loggers when it is imported

    logger = logging.getLogger(distributed.__name__)
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)

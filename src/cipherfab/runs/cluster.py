"""A Dask client: of a cluster of local processes, or of a scheduler that is already there."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from ..errors import CallError, ToolError
from . import preload

CONNECT_SECONDS = 10
"""Time for a scheduler to answer."""
ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:]+\]|[^:/\s]+):\d+")


@contextmanager
def connect(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A `distributed.Client`.

    Args:
        scheduler: address of a running scheduler, or None for processes of one thread each on this machine, which listen on
            the loopback interface only and end with the ``with`` statement, tools included.
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


@contextmanager
def _remote(scheduler: str) -> Iterator[Any]:
    from distributed import Client
    if not ADDRESS.fullmatch(scheduler):
        raise CallError(f"scheduler {scheduler!r}: expected an address such as tcp://192.0.2.1:8786.")
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError) as error:
        raise ToolError(f"No Dask scheduler answers at {scheduler} ({type(error).__name__}). Start one with `dask scheduler` "
                        "and workers with `dask worker ADDRESS --nthreads 1`, or leave --scheduler out.") from None
    with client:
        yield client


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", memory_limit=0,
                      dashboard_address="127.0.0.1:0", scheduler_kwargs={"dashboard": False},
                      silence_logs=logging.CRITICAL, preload=[preload.__name__]) as cluster:
        with Client(cluster) as client:
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


def _children(workers: Sequence[int | None]) -> list[Any]:
    """Tools that the workers are running: after Ctrl-C nobody else would end them, since each leads a session of its own."""
    import psutil
    found = []
    for pid in workers:
        with suppress(psutil.Error):
            found += psutil.Process(pid).children(recursive=True) if pid else []
    return found


def _kill(process: Any) -> None:
    import psutil
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

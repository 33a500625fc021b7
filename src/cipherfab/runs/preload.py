# SPDX-License-Identifier: Apache-2.0
"""Loaded by Dask into each local worker process when it starts."""

import os
import signal
from contextlib import suppress


def dask_setup(worker) -> None:
    """Leave Ctrl-C, which a terminal sends to the workers too, to the driver: it ends them without
    a traceback from each.

    A worker that is told to end takes its tools along: each leads a session of its own, so nobody
    else would.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    # Held back while the workers started, see `cluster`.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGHUP, signal.SIGTERM})


def _end(number: int, frame: object) -> None:
    import psutil

    for child in psutil.Process().children(recursive=True):
        # It may have ended meanwhile.
        with suppress(psutil.Error):
            child.kill()
    os._exit(128 + number)

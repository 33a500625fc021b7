"""Loaded by Dask into each local worker process when it starts."""

import signal


def dask_setup(worker) -> None:
    """Leave Ctrl-C, which a terminal sends to the workers too, to the driver: it ends them without a traceback from each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

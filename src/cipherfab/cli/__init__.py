# SPDX-License-Identifier: Apache-2.0
"""The command line ``cipherfab``: arguments in, exit codes out; `commands/` does the work.

Importing the modules of commands is what registers them at `main`. That takes a moment, in
which Ctrl-C ends the process as later, without a traceback through the imports.
"""

import os
import signal
import threading


def _end(number, frame) -> None:
    """Nothing has begun, so nothing must be closed."""
    # `print` may be under way already, and cannot be entered again from a handler.
    os.write(2, b"interrupted; nothing had begun.\n")
    # At once: modules that are half imported have nothing to close, and might raise.
    os._exit(128 + number)


_usual = (
    # Only the main thread may set a handler, and the handler of a program that imports us stays.
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
)
if _usual:
    signal.signal(signal.SIGINT, _end)
try:
    from . import on_checks, on_cores, on_figures, on_results
    from .frame import EPILOGS, main
finally:
    if _usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)

__all__ = ["EPILOGS", "main", "on_checks", "on_cores", "on_figures", "on_results"]

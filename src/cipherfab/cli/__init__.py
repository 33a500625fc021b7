# SPDX-License-Identifier: Apache-2.0
"""The command line ``cipherfab``: arguments in, exit codes out; `commands/` does the work.

Importing the two modules of commands is what registers them at `main`.
"""

from . import on_cores, on_results
from .frame import EPILOGS, main

__all__ = ["EPILOGS", "main", "on_cores", "on_results"]

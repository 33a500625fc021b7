# SPDX-License-Identifier: Apache-2.0
"""``python -m cipherfab`` is the command ``cipherfab``."""

from .cli import main

main(prog_name="cipherfab")

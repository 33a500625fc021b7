# SPDX-License-Identifier: Apache-2.0
"""Job function of `studies.forkcipher.cycles.measure`, in a file of its own, as in `bench.work`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...cores.controller import controller
from ...cores.names import parse
from ...measure.mode_cycles import mode_cycles


def run(job: Mapping[str, Any], directory: Path) -> dict:
    """Cycles of a controller: ``inputs`` has ``core``, its name, and ``sizes``, (bytes of
    associated data, of the message).
    """
    mode = controller(parse(job["inputs"]["core"]))
    return {
        "cycles": [
            [ad, message, mode_cycles(mode, ad, message)] for ad, message in job["inputs"]["sizes"]
        ]
    }

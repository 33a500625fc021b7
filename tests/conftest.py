# SPDX-License-Identifier: Apache-2.0
"""What all tests share: reproducible Hypothesis runs, and the helpers beside this file."""

import signal
import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# A shell's background job starts with Ctrl-C ignored, and so would every program that a test starts
# and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")

pytest_plugins = ["browser"]

# SPDX-License-Identifier: Apache-2.0
"""The helpers beside this file."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

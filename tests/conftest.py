"""What all tests share: reproducible Hypothesis runs, and the helpers beside this file."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")

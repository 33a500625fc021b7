# SPDX-License-Identifier: Apache-2.0
"""How emitted Verilog reads, in numbers (tools/emitted_text.py)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from emitted_text import of_text  # noqa: E402


def test_comments_and_numbered_nets_are_counted():
    """A comment is a line that begins so; a net whose name is a number is counted where it is
    declared, and not where it is read.
    """
    text = "module a;\n  // said\n  wire [3:0] _12_;\n  wire b;\n  assign b = _12_[0];\nendmodule\n"
    assert of_text(text) == (6, 17, 1)

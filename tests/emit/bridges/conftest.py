# SPDX-License-Identifier: Apache-2.0
"""The helpers beside this file."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def checked_compiler(tmp_path_factory) -> str:
    """A C compiler whose programs stop at what C does not define."""
    path = tmp_path_factory.mktemp("compiler") / "cc"
    path.write_text('#!/bin/sh\nexec cc -fsanitize=undefined -fno-sanitize-recover=all "$@"\n')
    path.chmod(0o755)
    return str(path)

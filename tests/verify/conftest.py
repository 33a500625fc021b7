# SPDX-License-Identifier: Apache-2.0
"""Builds that the tests of this folder share."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def builds(tmp_path_factory):
    """A folder for compiled designs."""
    return tmp_path_factory.mktemp("builds")

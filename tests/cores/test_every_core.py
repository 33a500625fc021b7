# SPDX-License-Identifier: Apache-2.0
"""Every AEAD and hash of the catalog that has a controller, as a core with the LWC API."""

import pytest
from verified import assert_verified

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import controller_of

CORES = [name for name, entry in ALGORITHMS.items() if controller_of(entry.model)]


@pytest.mark.slow
@pytest.mark.parametrize("name", CORES)
def test_every_core_is_verified_in_simulation(name, tmp_path):
    """All checks of the RTL pass under random stalls: official known answers, test plan, splits,
    violations.
    """
    assert_verified(name, tmp_path, seed=7)

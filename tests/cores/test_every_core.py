"""Every AEAD and hash of the catalog that has a controller, as a core with the LWC API."""

import pytest

from cipherfab.catalog import ALGORITHMS
from cipherfab.controllers import controller_of
from cipherfab.cores.build import build
from cipherfab.verify import chain

CORES = [name for name, entry in ALGORITHMS.items() if controller_of(entry.model)]


@pytest.mark.slow
@pytest.mark.parametrize("name", CORES)
def test_every_core_is_verified_in_simulation(name, tmp_path):
    """All checks of the RTL pass under random stalls: official known answers, test plan, splits, violations."""
    findings = chain.check_rtl(build(name), tmp_path, seed=7)
    assert all(found["passed"] for found in findings), [found["detail"] for found in findings if not found["passed"]]

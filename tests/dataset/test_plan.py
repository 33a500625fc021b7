# SPDX-License-Identifier: Apache-2.0
"""Which cores a data set is made of."""

import pytest

from cipherfab.cores.build import build
from cipherfab.cores.names import parse
from cipherfab.dataset.plan import FIRST, VARIANTS, cores


def test_every_name_is_a_core():
    """All names of the plan are read as names of cores, and each core is there once."""
    names = [str(parse(name)) for name in cores()]
    assert len(set(names)) == len(names)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*FIRST, *VARIANTS])
def test_every_variant_can_be_built(name):
    """The cores that are named by hand exist: their options are not refused."""
    assert build(name).sources

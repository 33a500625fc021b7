# SPDX-License-Identifier: Apache-2.0
"""Which cores a data set is made of."""

from cipherfab.cores.names import parse
from cipherfab.dataset.plan import cores


def test_every_name_is_a_core():
    """All names of the plan are read as names of cores, and each core is there once."""
    names = [str(parse(name)) for name in cores()]
    assert len(set(names)) == len(names)

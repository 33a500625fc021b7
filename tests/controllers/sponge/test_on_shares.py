# SPDX-License-Identifier: Apache-2.0
"""What is refused of AEADs on shares over a permutation."""

import pytest

from cipherfab.catalog import find
from cipherfab.controllers.request import Request
from cipherfab.controllers.sponge import on_shares
from cipherfab.cores.build import build
from cipherfab.errors import CallError


@pytest.mark.parametrize("options", ["masked=2", "masked=1,gadget=hpc2", "masked=1,hash"])
@pytest.mark.parametrize("name", ["ascon-aead128", "xoodyak-r3"])
def test_other_masked_cores_are_refused(name, options):
    """What was not checked is not built: other orders and gadgets, and a hash beside it."""
    with pytest.raises(CallError, match="takes masked=1 with gadget=dom, and no hash"):
        build(f"{name}/{options}")


@pytest.mark.parametrize(
    "name, said",
    [
        ("knot-aead-128-256", "a tag comes in one part, got one in several"),
        ("xoodyak-r2", "without runs in front of the nonce, got one with"),
        ("photon-beetle-aead-128", "one product in a row in a round, got photon-256 with"),
    ],
)
def test_a_mode_that_does_not_fit_is_refused_with_the_reason(name, said):
    """The controller itself refuses what the catalog does not offer."""
    request = Request(aead=find(name).model, architecture="masked", gadget="dom")
    with pytest.raises(CallError, match=said):
        on_shares.make(request)

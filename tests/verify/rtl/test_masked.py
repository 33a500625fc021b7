# SPDX-License-Identifier: Apache-2.0
"""The wrapper that makes shares of what a masked core has masked, and of nothing else."""

from cipherfab.cores.build import build
from cipherfab.verify.rtl.masked import unmasked


def test_what_is_not_masked_goes_straight_in():
    """A tweak that is no secret keeps its port, and has no mask beside it; key and text have."""
    design = build("lilliput-tbc-ii-128/masked=1")
    assert design.interface.masking.inputs == ("key", "plaintext")
    found = unmasked(design)
    assert set(found.interface.inputs) == {
        "key",
        "tweak",
        "plaintext",
        "mask_key",
        "mask_plaintext",
    }
    text = found.sources["unmasked.sv"]
    assert ".in_tweak(in_tweak)" in text and "mask_tweak" not in text
    assert "in_key ^ in_mask_key" in text and ".in_key(" not in text

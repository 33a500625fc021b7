# SPDX-License-Identifier: Apache-2.0
"""Equal things have equal hashes, different ones different hashes."""

from dataclasses import replace

import pytest

from cipherfab.design import BareInterface, Design
from cipherfab.results.digest import digest, digest_design, digest_file, digest_text

DESIGN = Design(
    name="toy/round",
    top="toy",
    sources={"toy.v": "module toy; endmodule\n"},
    interface=BareInterface(algorithm="toy", inputs={"x": 8}, outputs={"x": 8}),
)


def test_order_of_keys_does_not_matter():
    """The canonical spelling sorts keys and nothing else."""
    assert (
        digest({"a": 1, "b": [1, 2]})
        == digest({"b": [1, 2], "a": 1})
        != digest({"a": 1, "b": [2, 1]})
    )


def test_nan_has_no_hash():
    """What JSON cannot say is refused instead of written in a private spelling."""
    with pytest.raises(ValueError):
        digest({"x": float("nan")})


def test_file_and_text_hash_alike(tmp_path):
    """The hash of a file is that of its text."""
    (tmp_path / "x").write_text("abc")
    assert (
        digest_file(tmp_path / "x")
        == digest_text("abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_design_is_its_sources_and_not_its_name():
    """Renaming a core keeps its evidence; changing one byte of its sources does not."""
    assert digest_design(DESIGN) == digest_design(replace(DESIGN, name="toy"))
    assert digest_design(DESIGN) != digest_design(
        replace(DESIGN, sources={"toy.v": "module toy;  endmodule\n"})
    )
    assert digest_design(DESIGN) != digest_design(replace(DESIGN, reset="rst_n"))

# SPDX-License-Identifier: Apache-2.0
"""Names in the text are those of the description."""

import re

from cipherfab.cores.build import build


def test_names_are_the_descriptions():
    """A round of Ascon has the names of its functions and words, and says which section each
    function is.
    """
    core = build("ascon-aead128/round")
    (text,) = core.sources.values()
    step = text[text.index("module ascon_aead128_mode_permutation_step0 (") :].split("endmodule")[0]
    assert {"t0", "t1", "t2", "t3", "t4", "substitution_0", "round_constant"} <= set(
        re.findall(r"^  wire .*?(\w+);", step, re.M)
    )
    assert (
        "// substitution: Section 2.6.2, figure 4a" in step
        and "assign t0 = ~(x0_in ^ x4_in) & x1_in;" in step
    )


def test_a_register_has_the_name_of_the_description():
    """Also where a part of the design reads it as NAME_in, which is Amaranth's name for it."""
    text = "".join(build("ascon-p-8/round").sources.values())
    assert re.findall(r"  reg \[63:0\] (\w+);", text) == ["x0", "x1", "x2", "x3", "x4"]


def test_ports_without_a_name_are_counted_in_each_module():
    """A core's text has no number of the whole design in it, which a change elsewhere would
    move."""
    text = "".join(build("ascon-128/round,bus=8").sources.values())
    assert set(re.findall(r"\bport\w*", text)) == {"port"}

# SPDX-License-Identifier: Apache-2.0
"""From an input to an output of a core there is no logic without a register, but for ready."""

import pytest
from paths import combinational_paths

from cipherfab.catalog import ALGORITHMS, Kind
from cipherfab.controllers import controller_of
from cipherfab.controllers.sponge.over_permutation import OverPermutation
from cipherfab.cores.aead import lwc_component
from cipherfab.cores.controller import controller
from cipherfab.cores.names import parse

NAMES = [
    name
    for name, entry in ALGORITHMS.items()
    if entry.kind in (Kind.AEAD, Kind.HASH) and controller_of(entry.model)
]
WITH_HASH = [f"{name}/round,hash" for name in NAMES if ALGORITHMS[name].companion in NAMES]
OF_FAMILIES = [
    "ascon-aead128/round,hash",
    "schwaemm256-128",
    "photon-beetle-aead-32",
    "xoodyak-r3",
    "gift-cofb",
]
"""One of each family, in the default run; the others are slow."""

CLOCK = {"clk", "rst"}


def cores(quick: list[str]) -> list:
    """The catalog's cores, slow ones marked."""
    return [
        *quick,
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in [*NAMES, *WITH_HASH]
            if name not in quick
        ),
    ]


def inputs_behind(name: str) -> dict[str, set[str]]:
    """For each output the inputs that it depends on in the same cycle, without those that depend on
    none.
    """
    paths = combinational_paths(lwc_component(parse(name)))
    return {output: inputs - CLOCK for output, inputs in paths.items() if inputs - CLOCK}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", cores(OF_FAMILIES))
def test_only_the_ready_of_pdi_depends_on_inputs(name):
    """Where answers are ahead, DO and SDI's ready come from registers; PDI's ready depends on its
    data and DO's.
    """
    core = controller(parse(name))
    if not core.answers_ahead or len(core.block.mask) <= parse(name).bus // 8:
        pytest.skip("its answers are not ahead, or its blocks are single words")
    found = inputs_behind(name)
    assert set(found) <= {"pdi_ready"} and found.get("pdi_ready", set()) <= {"pdi_data", "do_ready"}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_answers_are_ahead_over_a_permutation(name):
    """Every core of `over_permutation`, and GIFT-COFB, is one of those."""
    core = controller(parse(name))
    assert core.answers_ahead or not (isinstance(core, OverPermutation) or name == "gift-cofb")


@pytest.mark.parametrize("name", cores(["ascon-128", "skinny-aead-m5"]))
def test_with_registered_no_output_depends_on_an_input(name):
    """With the option `registered` not even ready depends on an input, of any mode."""
    core = f"{name},registered" if "/" in name else f"{name}/round,registered"
    assert inputs_behind(core) == {}

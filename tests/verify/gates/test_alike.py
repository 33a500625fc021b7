# SPDX-License-Identifier: Apache-2.0
"""Cones that are nearly the same are put together, each once."""

from cipherfab.verify.gates.probing.alike import GROWN, alike

BITS = 40
CONES = {
    f"{word}{bit}": frozenset({"control", f"{word}{bit}", *(f"x{bit // 4}_{n}" for n in range(9))})
    for word in "ab"
    for bit in range(BITS)
}
"""Two words whose bits see, four by four, the same nine sources beside one of their own."""


def test_each_cone_is_in_one_set_whose_sources_are_all_of_theirs():
    """Nothing is left out, and nothing is seen that no cone has."""
    found = alike(CONES)
    assert sorted(name for names, _ in found for name in names) == sorted(CONES)
    for names, sources in found:
        assert sources == frozenset().union(*(CONES[name] for name in names))
        assert len(sources) <= GROWN * max(len(CONES[name]) for name in names)


def test_those_with_the_same_sources_are_together_and_others_are_not():
    """Control, which all see, brings nobody together."""
    found = alike(CONES)
    assert len(found) == BITS // 4
    for names, _ in found:
        assert len({int(name[1:]) // 4 for name in names}) == 1

# SPDX-License-Identifier: Apache-2.0
"""What a trace records of the names that a description has for its words."""

import cProfile
import sys

from cipherfab.words.trace import trace


def test_words_of_another_trace_give_no_names():
    """Only words of the trace itself are named, whatever else was traced meanwhile."""
    kept = []

    def aside(words):
        inner = ~words["x"]
        return {"y": inner}

    def function(words):
        other = trace(aside, {"x": 8})
        foreign = other.outputs["y"]
        # Kept alive, since names are found by `id`, which a later node could have again.
        kept.append(foreign)
        result = words["x"] ^ words["x"].constant(3, 8)
        return {"y": result}

    found = trace(function, {"x": 8}, named=True)
    own = {*map(id, found.inputs.values()), *map(id, found.nodes)}
    assert set(found.names.values()) >= {"x", "result"}
    assert set(found.names) <= own


def test_a_profiler_goes_on():
    """A program that profiles itself is profiled on, whichever kind of profiler it has."""
    profiler, seen = cProfile.Profile(), []
    profiler.enable()
    trace(lambda words: words, {"a": 1}, named=True)
    assert sys.getprofile() is profiler
    profiler.disable()
    sys.setprofile(lambda *event: seen.append(event))
    trace(lambda words: words, {"a": 1}, named=True)
    sys.setprofile(None)
    assert seen

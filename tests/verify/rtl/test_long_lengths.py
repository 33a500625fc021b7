# SPDX-License-Identifier: Apache-2.0
"""Long types are played as far as a core is fast enough, and a fault that only they show is
found."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cipherfab.cores.build import build
from cipherfab.verify.answers import lengths
from cipherfab.verify.rtl.failure import Failure
from cipherfab.verify.rtl.long_lengths import CYCLES, grow
from cipherfab.verify.rtl.lwc_plays import Level, lwc_plays
from cipherfab.verify.rtl.simulator import PlayResult, Simulator

WRONG = Failure(kind="word", message=0, title="", word=0, expected="", got="", cycle=9, text="")


def played(cycles_per_byte: float, wrong_from: int = 1 << 20):
    """What `grow` finds on a core of that pace, and the options of each run."""
    runs = []

    def play(span, **options):
        least, most = span
        runs.append((most, options["stall_seed"], options["power"]))
        sizes = lengths.lengths(most, least)
        return PlayResult(
            failure=WRONG if sizes[-1] > wrong_from else None,
            messages=len(sizes),
            completed=0,
            cycles=int(cycles_per_byte * sum(sizes)),
            first_cycles=(),
            last_cycles=(),
            key_cycles=(),
            stall_seed=options["stall_seed"],
        )

    found = grow(
        SimpleNamespace(play=play), lambda *span: span, None, {"stall_seed": 7, "power": 7}
    )
    return found, runs


def test_a_fast_core_gets_every_length_and_a_slow_one_what_its_cycles_allow():
    """Each power by itself, without stalls, from the same power-up state; how far it went is
    said."""
    found, runs = played(3)
    assert runs == [(2048, 7, 7), *((1 << k, None, 7) for k in range(12, 17))]
    assert found.reached == "types of up to 65,535 bytes" and found.cycles < 2 * CYCLES
    assert found.messages == len(lengths.lengths(1 << 16))
    found, runs = played(40)
    assert [power for power, _, _ in runs] == [2048, 4096]
    assert found.reached.startswith("types of up to 4,097 bytes; longer ones take too many cycles")
    found, runs = played(1000)
    assert [power for power, _, _ in runs] == [2048] and found.longest == 2048


def test_the_first_failure_ends_it():
    """Nothing longer is played, and the result is the failed one."""
    found, runs = played(3, wrong_from=5000)
    assert [power for power, _, _ in runs] == [2048, 4096, 8192]
    assert found.result.failure == WRONG


@pytest.mark.slow
@pytest.mark.parametrize("bits", [11, 12, 13, 15])
def test_a_length_that_loses_its_high_bits_is_found(bits, builds):
    """In every default `verify` of a core that is fast enough: a byte count modulo 2^11, … 2^15."""
    design = build("ascon-aead128/round")
    ((name, text),) = design.sources.items()
    counted = "bytes_left <= pdi__data[15:0]"
    assert text.count(counted) == 1
    cut = f"bytes_left <= {{{16 - bits}'h0, pdi__data[{bits - 1}:0]}}"
    broken = replace(design, sources={name: text.replace(counted, cut)})
    simulator = Simulator.build(broken, builds)
    play = dict(lwc_plays(broken, 1, Level.DEFAULT))["lengths around powers of two"]
    assert not play(simulator, None).passed


@pytest.mark.parametrize("power, later", [(5, 5), (None, 7)])
def test_the_power_up_state_stays_without_stalls(power, later):
    """That which the options name is taken for the longer lengths too, else that of the stalls'
    seed.
    """
    powers = []

    def play(streams, *, stall_seed, power, waveform):
        powers.append((stall_seed, power))
        return PlayResult(
            failure=None,
            messages=1,
            completed=1,
            cycles=10,
            first_cycles=(),
            last_cycles=(),
            key_cycles=(),
            stall_seed=stall_seed,
        )

    grow(SimpleNamespace(play=play), lambda *span: span, None, {"stall_seed": 7, "power": power})
    assert powers[0] == (7, power) and set(powers[1:]) == {(None, later)}

# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Every architecture works for any primitive that follows the protocol: shown with a tiny one,
against its software model.
"""

import random

import pytest
from amaranth.hdl import Module, Mux
from amaranth.lib.wiring import In
from streams import Stream, play

from cipherfab.architectures.iterated.full import Full, SingleCycle
from cipherfab.architectures.iterated.iterated import Iterated, allowed_unrolling
from cipherfab.architectures.iterated.pipelined import Pipelined, allowed_pipelining
from cipherfab.architectures.stream import PrimitiveComponent
from cipherfab.ciphers.ascon import ascon_p
from cipherfab.ciphers.skinny import skinny
from cipherfab.errors import CallError
from cipherfab.measure.component_runs import simulate
from cipherfab.primitives.primitive import SCHEDULE, software

from .tiny import VARIANTS, WIDTH, plain, tiny

CALLS = 15
names = pytest.mark.parametrize("name", VARIANTS)


def calls(primitive) -> list[dict[str, int]]:
    """Random inputs; the schedule, if there is one, of every round count."""
    generator = random.Random(1)
    rounds = {SCHEDULE: len(primitive.rounds)} if SCHEDULE in primitive.inputs else {}
    return [
        {
            "x": generator.getrandbits(WIDTH),
            **{name: generator.randrange(count) for name, count in rounds.items()},
        }
        for _ in range(CALLS)
    ]


def expected(primitive, inputs) -> list[dict[str, int]]:
    """The outputs by the software model."""
    return [dict(zip(primitive.outputs, software(primitive)(*call.values()))) for call in inputs]


def run(component, inputs, **options) -> tuple[Stream, Stream]:
    """All calls through a component; its input and its output."""
    primitive = component.primitive
    given = Stream(
        valid=component.in_valid,
        ready=component.in_ready,
        items=inputs,
        payload={name: getattr(component, f"in_{name}") for name in primitive.inputs},
    )
    taken = Stream(
        valid=component.out_valid,
        ready=component.out_ready,
        payload={name: getattr(component, f"out_{name}") for name in primitive.outputs},
    )
    play(component, [given], [taken], until=lambda: len(taken.passed) == len(inputs), **options)
    return given, taken


def assert_computes(make, primitive) -> None:
    """The component gives the software model's outputs in order, whatever stalls."""
    inputs = calls(primitive)
    for options in ({"seed": 1}, {"seed": 2, "patient": True}):
        _, taken = run(make(), inputs, **options)
        assert taken.values == expected(primitive, inputs), options


def timing(component, inputs) -> tuple[set[int], set[int]]:
    """Cycles from each accepted input to its output, and between inputs, without stalls."""
    given, taken = run(component, inputs)
    return (
        {after - before for before, after in zip(given.cycles, taken.cycles)},
        {after - before for before, after in zip(given.cycles, given.cycles[1:])},
    )


class FedBack(PrimitiveComponent):
    """An `Iterated` whose user drives its input with its output whenever it does not start a
    run."""

    def __init__(self, inner: Iterated):
        self.inner = inner
        super().__init__(inner.primitive, inner.loadable)

    def elaborate(self, platform):
        m = Module()
        m.submodules.inner = inner = self.inner
        others = [name for name in inner.signature.members if name != "in_x"]
        for name in others:
            inside, outside = getattr(inner, name), getattr(self, name)
            m.d.comb += (
                inside.eq(outside)
                if inner.signature.members[name].flow is In
                else outside.eq(inside)
            )
        uses_input = (self.in_valid & self.in_ready) | (self.in_load if self.loadable else 0)
        m.d.comb += inner.in_x.eq(Mux(uses_input, self.in_x, inner.out_x))
        return m


@names
def test_software_model_follows_the_protocol(name):
    """The model runs the chosen number of steps and ends with the last step, as plain Python
    does."""
    primitive = VARIANTS[name]
    for call in calls(primitive):
        rounds = primitive.rounds[call.get(SCHEDULE, 0)]
        assert software(primitive)(*call.values()) == (
            plain(call["x"], rounds, primitive.last_step is not None),
        )


@pytest.mark.parametrize("feedback", [False, True], ids=["inputs held", "fed back"])
@names
def test_iterated_computes_with_every_allowed_k(name, feedback):
    """Every allowed k gives the model's outputs, with and without feedback."""
    primitive = VARIANTS[name]
    for k in allowed_unrolling(primitive):
        assert_computes(
            lambda k=k: (
                FedBack(Iterated(primitive, unrolled=k, feedback=True))
                if feedback
                else Iterated(primitive, unrolled=k)
            ),
            primitive,
        )


@names
def test_iterated_takes_rounds_over_k_cycles(name):
    """A run of r rounds takes r / k cycles, rounded up, and the next one starts as it ends."""
    primitive = VARIANTS[name]
    for k in allowed_unrolling(primitive):
        for index, rounds in enumerate(primitive.rounds):
            inputs = [
                {**call, **({SCHEDULE: index} if SCHEDULE in call else {})}
                for call in calls(primitive)
            ]
            assert timing(Iterated(primitive, unrolled=k), inputs) == ({-(-rounds // k)},) * 2


@pytest.mark.parametrize(
    "component, held",
    [
        (Iterated(skinny(64, 3)), {"x"}),
        (Iterated(ascon_p(12, 6)), {"x0", "x1", "x2", "x3", "x4"}),
        (Iterated(tiny(6)), {"a", "b"}),
        (Iterated(tiny(6, finished=False)), {"a", "b"}),
        (Iterated(tiny(6, finished=False), loadable={"count"}), {"a", "b", "count"}),
    ],
)
def test_iterated_holds_what_the_result_needs_and_no_more(component, held):
    """While a result waits, what it is read from stands still, and what can be loaded; no tweakey
    and no constant.
    """
    assert component.held_registers() == held


@names
def test_full_computes_one_result_each_cycle(name):
    """The model's outputs, after two cycles, one every cycle."""
    primitive = VARIANTS[name]
    assert_computes(lambda: Full(primitive), primitive)
    assert timing(Full(primitive), calls(primitive)) == ({2}, {1})


@pytest.mark.parametrize(
    "name", [name for name, primitive in VARIANTS.items() if allowed_pipelining(primitive)]
)
def test_pipelined_computes_with_every_k(name):
    """Every k gives the model's outputs, one every cycle, after one cycle for each stage and one
    for the inputs.
    """
    primitive = VARIANTS[name]
    for k in allowed_pipelining(primitive):
        assert_computes(lambda k=k: Pipelined(primitive, stage=k), primitive)
        assert timing(Pipelined(primitive, stage=k), calls(primitive)) == (
            {-(-primitive.rounds[0] // k) + 1},
            {1},
        )


@pytest.mark.parametrize(
    "name", [name for name, primitive in VARIANTS.items() if allowed_pipelining(primitive)]
)
def test_pipelined_without_registers_at_its_ends(name):
    """Every k gives the model's outputs, one every cycle, a cycle for each register between
    stages."""
    primitive = VARIANTS[name]
    for k in allowed_pipelining(primitive):
        assert_computes(lambda k=k: Pipelined(primitive, stage=k, unregistered=True), primitive)
        assert timing(Pipelined(primitive, stage=k, unregistered=True), calls(primitive)) == (
            {-(-primitive.rounds[0] // k) - 1},
            {1},
        )


def drive(
    component, cycles: list[dict[str, int]], *, fed_back: bool = False
) -> list[tuple[int, int]]:
    """Set the input ports of each cycle (``in_x`` to the output if fed back and not given);
    out_valid and out_x after it.
    """
    seen, idle = [], {"in_valid": 0, **({"in_load": 0} if component.loadable else {})}

    async def bench(ctx):
        ctx.set(component.out_ready, 1)
        for ports in cycles:
            # Not 0, so that an input that is read though it is not valid shows in the result.
            unused = ctx.get(component.out_x) if fed_back else 0xFFFF
            for name, value in {**idle, "in_x": unused, **ports}.items():
                ctx.set(getattr(component, name), value)
            await ctx.tick()
            seen.append((ctx.get(component.out_valid), ctx.get(component.out_x)))

    simulate(component, bench)
    return seen


@names
def test_single_cycle_holds_its_result(name):
    """The output follows a start by one cycle, is valid for that cycle, and stays until the next
    start.
    """
    primitive = VARIANTS[name]
    inputs = calls(primitive)
    starts = [
        {f"in_{key}": value for key, value in call.items()} | {"in_valid": 1} for call in inputs
    ]
    assert drive(SingleCycle(primitive), starts) == [
        (1, out["x"]) for out in expected(primitive, inputs)
    ]
    spaced = drive(SingleCycle(primitive), [ports for start in starts for ports in (start, {}, {})])
    assert spaced == [
        pair
        for out in expected(primitive, inputs)
        for pair in ((1, out["x"]), (0, out["x"]), (0, out["x"]))
    ]


@pytest.mark.parametrize(
    "make, wait",
    [
        (lambda primitive: Iterated(primitive, unrolled=2, loadable={"a"}), 3),
        (lambda primitive: Iterated(primitive, unrolled=2, feedback=True, loadable={"a"}), 3),
        (lambda primitive: SingleCycle(primitive, {"a"}), 1),
    ],
    ids=["iterated", "iterated, fed back", "single cycle"],
)
def test_loadable_registers_are_written_without_a_step(make, wait):
    """``in_load`` writes the named register from the inputs, leaves the others, and the next run
    starts as ever.
    """
    primitive = tiny(6)
    component = make(primitive)
    first, second = ({"in_valid": 1, "in_x": x} for x in (0x1234, 0x4321))
    seen = drive(
        component,
        [first, *[{}] * (wait - 1), {"in_load": 1, "in_x": 0xAB00}, {}, second, *[{}] * (wait - 1)],
        fed_back=getattr(component, "feedback", False),
    )
    (result,), (after,) = (software(primitive)(x) for x in (0x1234, 0x4321))
    assert seen[wait - 1] == (1, result)
    # The register `a` is the upper byte.
    assert [x for _, x in seen[wait : wait + 2]] == [0xAB00 | result & 0xFF] * 2
    assert seen[-1] == (1, after)


@pytest.mark.parametrize(
    "make, message",
    [
        (
            lambda: Iterated(tiny(12, 8), unrolled=3),
            "tiny-12-8: unrolled=3 is refused.* 12 and 8 rounds allow 1, 2, 4",
        ),
        (lambda: Iterated(tiny(6), unrolled=7), "unrolled=7 is refused. 6 rounds allow 1 to 6"),
        (lambda: Iterated(tiny(6), unrolled=0), "unrolled=0 is refused"),
        (lambda: Iterated(ascon_p(12, 6), unrolled=4), "12 and 6 rounds allow 1, 2, 3, 6"),
        (lambda: Pipelined(tiny(6), stage=6), "pipelined=6 is refused: 1 to 5 steps per stage fit"),
        (lambda: Pipelined(tiny(6), stage=0), "pipelined=0 is refused"),
        (lambda: Pipelined(tiny(12, 6), stage=2), "one round count"),
        (lambda: Pipelined(tiny(1), stage=1), "more than one round"),
    ],
)
def test_what_does_not_fit_is_refused(make, message):
    """A refused k is named together with those that fit."""
    with pytest.raises(CallError, match=message):
        make()


def test_allowed_numbers_are_those_that_fit():
    """Unrolling takes any part of one round count, or a common divisor of several; pipelining a
    proper part of one.
    """
    assert [allowed_unrolling(tiny(*rounds)) for rounds in ((5,), (12, 8), (12, 8, 6))] == [
        [1, 2, 3, 4, 5],
        [1, 2, 4],
        [1, 2],
    ]
    assert [allowed_pipelining(tiny(*rounds)) for rounds in ((4,), (12, 8), (1,))] == [
        [1, 2, 3],
        [],
        [],
    ]

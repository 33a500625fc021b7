# SPDX-License-Identifier: Apache-2.0
# amaranth: UnusedElaboratable=no
"""Column-serial cores of a tiny permutation against its software model, with stalls, and their
cycles.
"""

import random

import pytest

from cipherfab.architectures.serial.by_column import ColumnSerial, allowed_columns
from cipherfab.errors import CallError
from cipherfab.primitives.by_column import SLOT, ColumnPath, sliced
from cipherfab.primitives.primitive import SCHEDULE, Primitive, software
from cipherfab.words import concat, mux, ror

from ..test_architectures import FedBack, run

WORDS, WIDTH, MOST = ("a", "b", "c"), 8, 12
COLUMNS = (1, 2, 4)


def substitute(x):
    """An S-box of three bits: χ, then the words one place on."""
    a, b, c = (x[n] ^ (~x[n - 2] & x[n - 1]) for n in range(3))
    return [c, a, ~b]


def diffuse(x):
    """What is added to each word; for the first of them also a part of another."""
    return [ror(x[0], 1) ^ x[1], ror(x[1], 3) ^ ror(x[1], 4), ror(x[2], 5)]


def constants(registers):
    """Six bits for ``b``, two for ``c``: wider and narrower than a slot's columns."""
    count = registers["count"]
    return {"b": concat(~count[:2], count), "c": count[:2]}


def columns_path(*rounds: int, diffuse=diffuse) -> ColumnPath:
    """The permutation, whole and in parts; the whole does not use the parts' slots. Shorter runs
    are the ends of longer ones.
    """

    def load(inputs):
        x = inputs["x"]
        count = x.constant(MOST - rounds[0], 4)
        if len(rounds) > 1:
            count = mux(inputs[SCHEDULE], count.constant(MOST - rounds[1]), count)
        return {**dict(zip(WORDS, x.split(WIDTH))), "count": count}

    def step(state):
        a, b, c = (state[name] for name in WORDS)
        count = state["count"]
        b, c = (
            b ^ concat(b.constant(0, 2), ~count[:2], count),
            c ^ concat(c.constant(0, 6), count[:2]),
        )
        x = substitute([a, b, c])
        return {
            **{name: word ^ more for name, word, more in zip(WORDS, x, diffuse(x))},
            "count": count + 1,
        }

    primitive = Primitive(
        name="tiny-columns",
        rounds=rounds,
        inputs={"x": 24, **({SCHEDULE: 1} if len(rounds) > 1 else {})},
        outputs={"x": 24},
        layout={**dict.fromkeys(WORDS, WIDTH), "count": 4},
        load=load,
        step=step,
        result=lambda state: {"x": concat(*(state[name] for name in WORDS))},
        finished=lambda state: state["count"][2] & state["count"][3],
    )
    return ColumnPath(
        primitive=primitive,
        words=WORDS,
        constants=constants,
        substitute=substitute,
        diffuse=diffuse,
        count=lambda registers: {"count": registers["count"] + 1},
    )


def calls(primitive, count: int = 8) -> list[dict[str, int]]:
    """Random inputs, of every round count."""
    generator = random.Random(1)
    return [
        {name: generator.getrandbits(width) for name, width in primitive.inputs.items()}
        for _ in range(count)
    ]


def results(primitive, inputs) -> list[dict[str, int]]:
    """The outputs by the model of the whole permutation."""
    return [dict(zip(primitive.outputs, software(primitive)(*call.values()))) for call in inputs]


def test_columns_that_fit_are_those_below_a_word():
    """Every power of two but the whole word, which would be a round."""
    assert allowed_columns(columns_path(6)) == [1, 2, 4]
    for columns in (0, 3, 8, 16):
        with pytest.raises(
            CallError, match=f"serial={columns} is refused. A word has 8 bits.*1, 2, 4"
        ):
            ColumnSerial(columns_path(6), columns)


@pytest.mark.parametrize("columns", COLUMNS)
def test_slots_make_up_rounds(columns):
    """As a primitive, slots give what whole rounds do; there are 8 / w for each."""
    path = columns_path(7)
    primitive = sliced(path, columns)
    assert (
        primitive.rounds == (7 * WIDTH // columns,)
        and primitive.layout[SLOT] == (WIDTH // columns).bit_length() - 1
    )
    inputs = calls(path.primitive)
    expected = [tuple(out.values()) for out in results(path.primitive, inputs)]
    assert [software(primitive)(*call.values()) for call in inputs] == expected


@pytest.mark.parametrize("feedback", [False, True], ids=["inputs held", "fed back"])
@pytest.mark.parametrize("columns", COLUMNS)
def test_serial_columns_compute(columns, feedback):
    """The model's outputs for both round counts, whatever stalls, with and without feedback."""
    path = columns_path(6, 3)
    inputs = calls(path.primitive)
    for options in ({"seed": 1}, {"seed": 2, "patient": True}):
        component = ColumnSerial(path, columns, feedback=feedback)
        _, taken = run(FedBack(component) if feedback else component, inputs, **options)
        assert taken.values == results(path.primitive, inputs), options


@pytest.mark.parametrize("columns", COLUMNS)
def test_a_round_takes_as_many_cycles_as_slots(columns):
    """8 / w cycles for a round and none beside, from call to result and from call to call; users
    see the rounds.
    """
    path = columns_path(6, 3)
    for schedule, rounds in enumerate(path.primitive.rounds):
        component = ColumnSerial(path, columns)
        given, taken = run(
            component, [{**call, SCHEDULE: schedule} for call in calls(path.primitive, 3)]
        )
        assert component.primitive.rounds == (6, 3)
        assert {after - before for before, after in zip(given.cycles, taken.cycles)} == {
            rounds * WIDTH // columns
        }
        assert {after - before for before, after in zip(given.cycles, given.cycles[1:])} == {
            rounds * WIDTH // columns
        }

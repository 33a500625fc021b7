# SPDX-License-Identifier: Apache-2.0
"""Words: what each operation means, and that every reading of it agrees."""

import pytest
from amaranth.back import rtlil
from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator
from hypothesis import given, settings
from hypothesis import strategies as st

from cipherfab.ciphers.ascon import ascon_p
from cipherfab.words import SoftwareWord, concat, mux, rol, ror
from cipherfab.words.compiled import compile_function
from cipherfab.words.hardware import build
from cipherfab.words.trace import trace

WIDEST = 70
RTLIL_BOUND = 200_000
"""Bytes of twelve rounds of Ascon; 137,000 were measured once, and 2,900,000 for two rounds over
plain Amaranth values.
"""


def bits(word) -> list[int]:
    """The bits of a software word, bit 0 first."""
    return [int(word) >> n & 1 for n in range(word.width)]


def word_of(bit_list: list[int]) -> SoftwareWord:
    """The inverse of `bits`."""
    return SoftwareWord(len(bit_list), sum(bit << n for n, bit in enumerate(bit_list)))


@st.composite
def software_words(draw, width=None):
    """A word of any width up to `WIDEST`, or of the given one."""
    width = width or draw(st.integers(1, WIDEST))
    return SoftwareWord(width, draw(st.integers(0, (1 << width) - 1)))


@st.composite
def pairs(draw):
    """Two words of one width."""
    first = draw(software_words())
    return first, draw(software_words(width=first.width))


@given(pairs())
def test_bitwise_operations_work_bit_by_bit(pair):
    """XOR, AND, OR and NOT are those of each pair of bits."""
    a, b = pair
    assert bits(a ^ b) == [x ^ y for x, y in zip(bits(a), bits(b))]
    assert bits(a & b) == [x & y for x, y in zip(bits(a), bits(b))]
    assert bits(a | b) == [x | y for x, y in zip(bits(a), bits(b))]
    assert bits(~a) == [1 - x for x in bits(a)]


@given(pairs())
def test_sum_is_modulo_the_width(pair):
    """A sum drops its carry out."""
    a, b = pair
    assert int(a + b) == (int(a) + int(b)) % (1 << a.width) and (a + b).width == a.width


@given(software_words(), st.integers(0, 1 << WIDEST))
def test_integers_are_constants_of_the_other_operand(a, value):
    """An integer operand counts as a word of the other one's width, on either side."""
    value %= 1 << a.width
    constant = SoftwareWord(a.width, value)
    assert (a ^ value, value ^ a, a & value, value & a) == (
        a ^ constant,
        a ^ constant,
        a & constant,
        a & constant,
    )
    assert (a | value, value | a, a + value, value + a) == (
        a | constant,
        a | constant,
        a + constant,
        a + constant,
    )


@given(software_words(), st.integers(-200, 200))
def test_rotations_move_bits_around(a, amount):
    """Bit i of a rotation to the right is bit i + amount; a rotation to the left undoes it."""
    assert bits(ror(a, amount)) == [bits(a)[(n + amount) % a.width] for n in range(a.width)]
    assert rol(ror(a, amount), amount) == a


@given(software_words(), st.data())
def test_slices_are_those_of_the_list_of_bits(a, data):
    """A slice has the bits that the same slice of a list has, with negative and open ends, and an
    index is one bit.
    """
    low = data.draw(st.integers(0, a.width - 1))
    high = data.draw(st.integers(low + 1, a.width))
    assert (
        bits(a[low:high]) == bits(a)[low:high]
        and bits(a[low:]) == bits(a)[low:]
        and bits(a[:high]) == bits(a)[:high]
    )
    assert bits(a[low - a.width : high]) == bits(a)[low:high]
    assert bits(a[low]) == bits(a[low - a.width]) == [bits(a)[low]]


@given(st.lists(software_words(), min_size=1, max_size=4))
def test_concatenation_starts_at_the_top_and_split_undoes_it(words):
    """The first word is most significant; splitting into words of one width gives them back."""
    joined = concat(*words)
    assert bits(joined) == [bit for word in reversed(words) for bit in bits(word)]
    same = concat(*(SoftwareWord(WIDEST, int(word)) for word in words))
    assert [int(word) for word in same.split(WIDEST)] == [int(word) for word in words]


@given(software_words(), st.data())
def test_permutation_is_wiring(a, data):
    """Bit i of the result is the bit that entry i names; bits may be left out or used twice."""
    source = data.draw(st.lists(st.integers(0, a.width - 1), min_size=1, max_size=WIDEST))
    assert bits(a.permute(source)) == [bits(a)[bit] for bit in source]


@given(software_words(width=4), st.lists(st.integers(0, 255), min_size=16, max_size=16))
def test_table_and_mux_choose(a, entries):
    """A table gives the entry that the word counts to; a multiplexer the first word for 1 and the
    second for 0.
    """
    assert a.table(entries, 8) == SoftwareWord(8, entries[int(a)])
    assert mux(SoftwareWord(1, 1), a, ~a) == a and mux(SoftwareWord(1, 0), a, ~a) == ~a


A = SoftwareWord(8, 0x5A)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: A ^ SoftwareWord(7, 0), "two words of one width, got 8 and 7 bits"),
        (lambda: A + SoftwareWord(9, 0), "two words of one width, got 8 and 9 bits"),
        (lambda: A ^ 256, "a constant of 8 bits, got 0x100"),
        (lambda: A & -1, "a constant of 8 bits, got -0x1"),
        (lambda: SoftwareWord(4, 16), "a value of 4 bits, got 0x10"),
        (lambda: SoftwareWord(0, 0), "a value of 0 bits"),
        (lambda: A[3:3], "a slice of at least one of 8 bits"),
        (lambda: A[0:8:2], "a slice of at least one of 8 bits"),
        (lambda: A[8], "a slice of at least one of 8 bits"),
        (lambda: A.permute([0, 8]), "bit numbers below 8, got 8"),
        (lambda: A.permute([-1]), "bit numbers below 8"),
        (lambda: A.table([0] * 255, 8), "256 entries for 8 bits, got 255"),
        (lambda: A.split(3), "a divisor of 8, got 3"),
        (
            lambda: mux(A, A, A),
            "a condition of 1 bit and two words of one width, got 8, 8 and 8 bits",
        ),
        (lambda: mux(A[0], A, A[:4]), "got 1, 8 and 4 bits"),
    ],
)
def test_wrong_widths_and_constants_are_refused(call, message):
    """What does not fit is refused with what was expected and what was given."""
    with pytest.raises(ValueError, match=message):
        call()


OPERATIONS = {
    "xor": lambda a, b, n: a[: b.width] ^ b[: a.width],
    "and": lambda a, b, n: a[: b.width] & b[: a.width],
    "or": lambda a, b, n: a[: b.width] | b[: a.width],
    "add": lambda a, b, n: a[: b.width] + b[: a.width],
    "add constant": lambda a, b, n: a + n % (1 << a.width),
    "not": lambda a, b, n: ~a,
    "ror": lambda a, b, n: ror(a, n),
    "rol": lambda a, b, n: rol(a, n),
    "slice": lambda a, b, n: a[n % a.width :],
    "bit": lambda a, b, n: a[-1 - n % a.width],
    "concat": lambda a, b, n: concat(a, b[: n % b.width + 1]),
    "permute": lambda a, b, n: a.permute([(n * i + 3) % a.width for i in range(1 + n % 40)]),
    "table": lambda a, b, n: a[:4].table(
        [(n * i + 5) % 32 for i in range(1 << min(4, a.width))], 5
    ),
    "mux": lambda a, b, n: mux(a[n % a.width], a[: b.width], b[: a.width]),
    "mux constant": lambda a, b, n: mux(b[0], a.constant(n % (1 << a.width)), a),
}
"""Every operation, made to fit words of any width."""

INPUTS = {"p": 1, "q": 13, "r": 64}
PROGRAMS = st.lists(
    st.tuples(
        st.sampled_from(sorted(OPERATIONS)),
        st.integers(0, 99),
        st.integers(0, 99),
        st.integers(0, 10**6),
    ),
    min_size=1,
    max_size=12,
)
VALUES = st.tuples(*(st.integers(0, (1 << width) - 1) for width in INPUTS.values()))


def function_of(program):
    """The function over words that carries out the operations of ``program``; every intermediate
    word is an output.
    """

    def function(words):
        found = list(words.values())
        for operation, first, second, number in program:
            a, b = (found[-1 - index % len(found)] for index in (first, second))
            # Else each concatenation would make words wider, up to thousands of bits.
            found.append(OPERATIONS[operation](a, b, number)[:WIDEST])
        return {f"out{n}": word for n, word in enumerate(found[len(words) :])}

    return function


def hardware_values(function, widths, calls) -> list[tuple[int, ...]]:
    """The outputs of ``function`` as hardware for each of the inputs ``calls``, in simulation."""
    module, results = Module(), []
    inputs = {name: Signal(width, name=name) for name, width in widths.items()}
    outputs = build(module, function, inputs)
    held = [Signal(len(value)) for value in outputs.values()]
    module.d.comb += [signal.eq(value) for signal, value in zip(held, outputs.values())]

    async def bench(ctx):
        for call in calls:
            for signal, value in zip(inputs.values(), call):
                ctx.set(signal, value)
            results.append(tuple(ctx.get(signal) for signal in held))

    simulator = Simulator(module)
    simulator.add_testbench(bench)
    simulator.run()
    return results


def software_values(function, widths, call) -> tuple[int, ...]:
    """The outputs of ``function`` on software words."""
    outputs = function(
        {name: SoftwareWord(width, value) for (name, width), value in zip(widths.items(), call)}
    )
    return tuple(int(word) for word in outputs.values())


@given(PROGRAMS, st.lists(VALUES, min_size=1, max_size=4))
@settings(max_examples=150)
def test_all_readings_of_random_expressions_agree(program, calls):
    """Software words, compiled code and simulated hardware give the same values for every
    intermediate word.
    """
    function = function_of(program)
    expected = [software_values(function, INPUTS, call) for call in calls]
    compiled = compile_function(function, INPUTS)
    assert [compiled(*call) for call in calls] == expected
    assert hardware_values(function, INPUTS, calls) == expected


@pytest.mark.parametrize("operation", sorted(OPERATIONS))
def test_all_readings_of_each_operation_agree(operation):
    """Each operation alone, on words of every pair of widths, has one meaning."""
    program = [
        (operation, first, second, number)
        for number in (0, 1, 77)
        for first in range(3)
        for second in range(3)
    ]
    # Zeros, ones, and bits without a pattern.
    calls = [(0, 0, 0), (1, 0x1FFF, (1 << 64) - 1), (1, 0x0A5C, 0x0123456789ABCDEF)]

    def function(words):
        found = list(words.values())
        return {
            f"out{n}": OPERATIONS[name](found[a], found[b], number)
            for n, (name, a, b, number) in enumerate(program)
        }

    expected = [software_values(function, INPUTS, call) for call in calls]
    assert [compile_function(function, INPUTS)(*call) for call in calls] == expected
    assert hardware_values(function, INPUTS, calls) == expected


def test_what_is_written_twice_is_built_once():
    """Equal operations on equal operands are one node; others and what no output needs are not
    merged or kept.
    """

    def function(words):
        a, b = words["a"], words["b"]
        _unused = a + b
        return {"x": (a ^ b) & (a ^ b).ror(1), "y": (a ^ b).ror(1), "z": (a ^ b).ror(2)}

    nodes = [node.operation for node in trace(function, {"a": 8, "b": 8}).nodes]
    assert sorted(nodes) == ["and", "ror", "ror", "xor"]


def test_a_long_chain_needs_no_deep_recursion():
    """Five thousand operations one on another are traced and carried out."""

    def function(words):
        x = words["x"]
        for _ in range(5_000):
            x = x + 1
        return {"x": x}

    # The sums, and the constant 1 that all of them share.
    assert len(trace(function, {"x": 16}).nodes) == 5_001
    assert compile_function(function, {"x": 16})(7) == (5_007,)


def test_twelve_rounds_of_ascon_stay_short():
    """A shared expression is not printed again and again: a chain of twelve rounds stays below
    `RTLIL_BOUND`.
    """
    primitive, module = ascon_p(12), Module()
    state = {name: Signal(width, name=name) for name, width in primitive.layout.items()}
    values = state
    for number in range(12):
        values = build(module, primitive.step, values, prefix=f"round{number}_")
    ports = [Signal(width, name=f"{name}_out") for name, width in primitive.layout.items()]
    module.d.comb += [port.eq(values[name]) for port, name in zip(ports, values)]
    assert (
        len(rtlil.convert(module, name="chain", ports=[*state.values(), *ports], emit_src=False))
        < RTLIL_BOUND
    )

# SPDX-License-Identifier: Apache-2.0
"""Saturnin: a block cipher of 256 bits on a cube of nibbles, with super-rounds of two rounds.

Source: A. Canteaut, S. Duval, G. Leurent, M. Naya-Plasencia, L. Perrin, T. Pornin, A.
Schrottenloher, "Saturnin: a suite of lightweight symmetric algorithms for post-quantum security",
submission to NIST, version 2, 2019, section 2.1; for the registers section 3.1 and 3.2.

Differences from the text: the state is kept as its sixteen 16-bit registers, of which register 4y +
j holds bit j of the nibbles of row y. A step is a super-round. ``odd`` is 1 in every second of
them: those with SR_sheet, and with the key that is not rotated. Byte strings are little-endian
registers, the first one first; words of the interface have the first byte most significant.
"""

from dataclasses import replace
from functools import cache

from ..primitives.cells import linear, power
from ..primitives.primitive import Primitive, State
from ..primitives.properties import BranchNumber, Invertible
from ..words import Word, concat, mux, rol
from ..words.bits import equals, swap_bytes, swap_bytes_of_words

BLOCK, REGISTER = 256, 16

SBOXES = (
    (0, 6, 14, 1, 15, 4, 7, 13, 9, 8, 12, 5, 2, 10, 3, 11),
    (0, 9, 13, 2, 15, 1, 11, 7, 6, 4, 5, 3, 8, 12, 10, 14),
)
"""Table 1: sigma_0 and sigma_1."""

FEEDBACK = (0x2D, 0x53)
"""Section 2.1.2, round constants: of the LFSRs of RC0 and RC1."""

KEY_ROTATION = 11
"""Section 2.1.2, round keys: of each register of the key, by section 3.2."""

Registers = list[Word]


def sigma(a: Word, b: Word, c: Word, d: Word) -> Registers:
    """Figure 2: what the two S-boxes have in common; 6 nonlinear gates and 6 XOR."""
    a = a ^ (b & c)
    b = b ^ (a | d)
    d = d ^ (b | c)
    c = c ^ (b & d)
    b = b ^ (a | c)
    a = a ^ (b | d)
    return [a, b, c, d]


def inverse_sigma(a: Word, b: Word, c: Word, d: Word) -> Registers:
    """`sigma` run backwards."""
    a = a ^ (b | d)
    b = b ^ (a | c)
    c = c ^ (b & d)
    d = d ^ (b | c)
    b = b ^ (a | d)
    a = a ^ (b & c)
    return [a, b, c, d]


def substitution(s: Registers) -> Registers:
    """Section 2.1.2, S: sigma_0 on rows 0 and 2, sigma_1 on rows 1 and 3; they order their outputs
    differently."""
    rows = [sigma(*s[start : start + 4]) for start in range(0, 16, 4)]
    return [
        word
        for y, (a, b, c, d) in enumerate(rows)
        for word in ([d, b, a, c] if y % 2 else [b, c, d, a])
    ]


def inverse_substitution(s: Registers) -> Registers:
    """The inverse of `substitution`."""
    output = []
    for y in range(4):
        w = s[4 * y : 4 * y + 4]
        a, b, c, d = (w[2], w[1], w[3], w[0]) if y % 2 else (w[3], w[0], w[1], w[2])
        output += inverse_sigma(a, b, c, d)
    return output


def alpha(x: Registers) -> Registers:
    """Section 2.1.2: alpha, on the four bits of a nibble."""
    return [x[1], x[2], x[3], x[0] ^ x[1]]


def inverse_alpha(x: Registers) -> Registers:
    """The inverse of `alpha`."""
    return [x[3] ^ x[0], x[0], x[1], x[2]]


def _add(x: Registers, y: Registers) -> Registers:
    return [a ^ b for a, b in zip(x, y)]


def mix_columns(s: Registers) -> Registers:
    """Section 2.1.2, MC, as figure 3: 8 XOR of nibbles and 6 times alpha."""
    a, b, c, d = (s[start : start + 4] for start in range(0, 16, 4))
    a, c = _add(a, b), _add(c, d)
    b, d = alpha(b), alpha(d)
    b, d = _add(b, c), _add(d, a)
    a, c = alpha(alpha(a)), alpha(alpha(c))
    a, c = _add(a, b), _add(c, d)
    return [*a, *_add(b, c), *c, *_add(d, a)]


def inverse_mix_columns(s: Registers) -> Registers:
    """`mix_columns` run backwards."""
    a, b, c, d = (s[start : start + 4] for start in range(0, 16, 4))
    b, d = _add(b, c), _add(d, a)
    a, c = _add(a, b), _add(c, d)
    a, c = inverse_alpha(inverse_alpha(a)), inverse_alpha(inverse_alpha(c))
    b, d = _add(b, c), _add(d, a)
    b, d = inverse_alpha(b), inverse_alpha(d)
    return [*_add(a, b), *b, *_add(c, d), *d]


def rotate_rows(s: Registers, odd: Word, sign: int = 1) -> Registers:
    """Section 2.1.2, SR: SR_slice, or SR_sheet if ``odd``; with ``sign`` -1 the inverse."""
    # Row 0 is not rotated.
    return [
        mux(odd, rol(word, 4 * sign * (place // 4)), _rotate_nibbles(word, sign * (place // 4)))
        if place >= 4
        else word
        for place, word in enumerate(s)
    ]


def _rotate_nibbles(word: Word, amount: int) -> Word:
    return concat(*(rol(nibble, amount) for nibble in word.split(4)))


def clock(lfsr: Word, feedback: int) -> Word:
    """One clock of an LFSR in Galois mode."""
    added = mux(lfsr[-1], lfsr.constant(feedback), lfsr.constant(0))
    return concat(lfsr[:-1], lfsr.constant(0, 1)) ^ added


def _unclock(lfsr: Word, feedback: int) -> Word:
    # The feedback is odd, so bit 0 says whether it was added.
    top = lfsr[0]
    lfsr = lfsr ^ mux(top, lfsr.constant(feedback), lfsr.constant(0))
    return concat(top, lfsr[1:])


def next_constants(constants: Registers) -> Registers:
    """Section 2.1.2, round constants: each LFSR is clocked 16 times."""
    return [linear(word, _jump(clock, feedback)) for word, feedback in zip(constants, FEEDBACK)]


def previous_constants(constants: Registers) -> Registers:
    """The inverse of `next_constants`."""
    return [linear(word, _jump(_unclock, feedback)) for word, feedback in zip(constants, FEEDBACK)]


@cache
def _jump(clocked, feedback: int) -> tuple[int, ...]:
    return power(lambda word: clocked(word, feedback), REGISTER, 16)


def add_key(s: Registers, key: Registers, odd: Word, constants: Registers) -> Registers:
    """Section 2.1.2, the sub-key addition: the key, rotated unless ``odd``, and the constants in
    registers 0 and 8."""
    s = [word ^ mux(odd, part, rol(part, KEY_ROTATION)) for word, part in zip(s, key)]
    return [s[0] ^ constants[0], *s[1:8], s[8] ^ constants[1], *s[9:]]


def super_round(s: Registers, key: Registers, odd: Word, constants: Registers) -> Registers:
    """Two rounds."""
    s = mix_columns(substitution(s))
    s = rotate_rows(mix_columns(rotate_rows(substitution(s), odd)), odd, -1)
    return add_key(s, key, odd, constants)


def inverse_super_round(s: Registers, key: Registers, odd: Word, constants: Registers) -> Registers:
    """`super_round` run backwards."""
    s = rotate_rows(add_key(s, key, odd, constants), odd)
    s = inverse_substitution(rotate_rows(inverse_mix_columns(s), odd, -1))
    return inverse_substitution(inverse_mix_columns(s))


def initial_constant(rounds: int, domain: int) -> int:
    """Section 2.1.2, initialization: of RC0 and RC1."""
    return 0xFE00 | rounds << 4 | domain


def _registers(word: Word) -> Registers:
    return swap_bytes_of_words(word, REGISTER)


def _joined(s: Registers) -> Word:
    return concat(*(swap_bytes(word) for word in s))


LAYOUT = {"x": BLOCK, "key": BLOCK, "rc0": REGISTER, "rc1": REGISTER, "odd": 1}


@cache
def saturnin(rounds: int, domain: int | None) -> Primitive:
    """Saturnin; inputs ``key`` and ``plaintext``, output ``ciphertext``, 256 bits each.

    Args:
        rounds: super-rounds, an even number: 10, or 16 for the hash.
        domain: the domain separator, 4 bits (section 2.5); None: another input, ``domain``, and no
            inverse, for a core with several domains.
    """
    if domain is None:
        return _in_any_domain(rounds)
    first = initial_constant(rounds, domain)
    last = [_jumped(first, feedback, rounds) for feedback in FEEDBACK]

    def state(s: Registers, key: Word, odd: Word, constants: Registers) -> State:
        return {"x": _joined(s), "key": key, "rc0": constants[0], "rc1": constants[1], "odd": odd}

    def load(inputs: State) -> State:
        key = inputs["key"]
        return {
            # The only key that comes without constants; it is not rotated.
            "x": inputs["plaintext"] ^ key,
            "key": key,
            "odd": key.constant(0, 1),
            "rc0": key.constant(first, REGISTER),
            "rc1": key.constant(first, REGISTER),
        }

    def step(given: State) -> State:
        # The constants are clocked before they are added: the initial ones are in no super-round.
        constants = next_constants([given["rc0"], given["rc1"]])
        s = super_round(_registers(given["x"]), _registers(given["key"]), given["odd"], constants)
        return state(s, given["key"], ~given["odd"], constants)

    def inverse_load(inputs: State) -> State:
        key = inputs["key"]
        return {
            "x": inputs["ciphertext"],
            "key": key,
            # The number of super-rounds is even, so the last one is odd.
            "odd": key.constant(1, 1),
            "rc0": key.constant(last[0], REGISTER),
            "rc1": key.constant(last[1], REGISTER),
        }

    def inverse_step(given: State) -> State:
        constants = [given["rc0"], given["rc1"]]
        s = inverse_super_round(
            _registers(given["x"]), _registers(given["key"]), given["odd"], constants
        )
        return state(s, given["key"], ~given["odd"], previous_constants(constants))

    name = f"saturnin-{rounds}-d{domain}"
    inverse = Primitive(
        name=f"{name}-inverse",
        rounds=(rounds,),
        inputs={"key": BLOCK, "ciphertext": BLOCK},
        outputs={"plaintext": BLOCK},
        layout=LAYOUT,
        load=inverse_load,
        step=inverse_step,
        result=lambda given: {"plaintext": given["x"] ^ given["key"]},
        finished=lambda given: equals(given["rc0"], first),
    )
    return Primitive(
        name=name,
        rounds=(rounds,),
        inputs={"key": BLOCK, "plaintext": BLOCK},
        outputs={"ciphertext": BLOCK},
        layout=LAYOUT,
        load=load,
        step=step,
        result=lambda given: {"ciphertext": given["x"]},
        finished=lambda given: equals(given["rc0"], last[0]),
        inverse=inverse,
    )


def _in_any_domain(rounds: int) -> Primitive:
    """With the domain separator as an input. The registers do not tell the end, which depends on
    it.
    """
    # But for the first constants the cipher is the same in all domains.
    cipher, first = saturnin(rounds, 0), initial_constant(rounds, 0)

    def load(inputs: State) -> State:
        constant = concat(inputs["domain"].constant(first >> 4, REGISTER - 4), inputs["domain"])
        return {**cipher.load(inputs), "rc0": constant, "rc1": constant}

    return replace(
        cipher,
        name=f"saturnin-{rounds}",
        inputs={**cipher.inputs, "domain": 4},
        load=load,
        finished=None,
        inverse=None,
    )


def _jumped(value: int, feedback: int, times: int) -> int:
    """An LFSR after ``times`` super-rounds."""
    for _ in range(16 * times):
        value = value << 1 & 0xFFFF ^ (feedback if value >> 15 else 0)
    return value


PROPERTIES = (
    Invertible(
        of=lambda s: sigma(*s), by=lambda s: inverse_sigma(*s), shape=(1,) * 4, name="sigma"
    ),
    Invertible(of=substitution, by=inverse_substitution, shape=(1,) * 16),
    Invertible(of=alpha, by=inverse_alpha, shape=(1,) * 4),
    Invertible(of=mix_columns, by=inverse_mix_columns, shape=(1,) * 16),
    BranchNumber(of=mix_columns, shape=(1,) * 16, number=5, cell=4),
    Invertible(of=next_constants, by=previous_constants, shape=(REGISTER,) * 2),
)

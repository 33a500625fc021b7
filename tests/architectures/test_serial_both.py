# amaranth: UnusedElaboratable=no
"""Cell-serial cores in both directions against the software models, with stalls, and their cycles."""

from dataclasses import replace

import pytest
from streams import Stream

from cipherfab.architectures.serial_both import SerialBoth
from cipherfab.architectures.serial_fork_both import SerialRestartBoth, SerialStoredBoth, branch_before_mix
from cipherfab.ciphers.forkcipher import decrypt, encrypt
from cipherfab.ciphers.primitive import software
from cipherfab.ciphers.skinny import skinny
from cipherfab.ciphers.skinny_serial import PATHS
from cipherfab.words import SoftwareWord

from .test_serial import cells, fork, inputs, run, values, words

Call = tuple[list[dict[str, int]], list[int]]
"""What goes in and what comes out, word by word."""


def played(component, calls: list[Call], **options) -> tuple[Stream, Stream]:
    """Both streams of calls, which gave what they had to."""
    expected = [cell for _, out in calls for cell in out]
    given, taken = run(component, [word for words_in, _ in calls for word in words_in], len(expected), **options)
    assert values(taken) == expected
    return given, taken


def cycles(calls: list[Call], given: Stream, taken: Stream) -> list[int]:
    """Of each call, from its first word to the last of its result."""
    lasts = [sum(len(out) for _, out in calls[:number + 1]) - 1 for number in range(len(calls))]
    return [taken.cycles[last] + 1 - given.cycles[16 * number] for number, last in enumerate(lasts)]


def both_ways(path, primitive) -> list[Call]:
    """Decryptions and encryptions of random blocks, in turn."""
    calls = []
    for tweakey, block in inputs(primitive.inputs["tweakey"], primitive.inputs["plaintext"]):
        ciphertext, = software(primitive)(tweakey, block)
        calls += [(words(path, tweakey, ciphertext, decrypt=1), cells(block, path.cell)),
                  (words(path, tweakey, block, decrypt=0), cells(ciphertext, path.cell))]
    return calls


@pytest.mark.parametrize("block, tweakeys, rounds", [(64, 1, 6), (64, 3, 3), (128, 3, 2)])
def test_computes_in_both_directions(block, tweakeys, rounds):
    """The model's blocks, whatever stalls, with an even and an odd number of rounds; a decryption takes twice 24 cycles a round."""
    primitive = replace(skinny(block, tweakeys), rounds=(rounds,))
    core = SerialBoth(replace(PATHS[primitive.name], rounds=rounds))
    calls = both_ways(core.path, primitive)
    for seed in (1, None):
        given, taken = played(SerialBoth(core.path), calls, seed=seed)
    assert cycles(calls, given, taken) == [33 + 48 * rounds, 33 + 24 * rounds] * 2
    assert given.cycles[16] - given.cycles[0] == 33 + 48 * rounds


forks = pytest.mark.parametrize("block, tweakey, rounds", [
    (64, 192, {"before": 2, "right": 3, "left": 1}),
    pytest.param(64, 192, {"before": 1, "right": 2, "left": 2}, marks=pytest.mark.slow),
    (128, 256, {"before": 1, "right": 1, "left": 2})])


@forks
def test_restart_in_both_directions(block, tweakey, rounds):
    """A left block gives the plaintext, whatever ``in_left`` is; a plaintext gives the block that is asked for."""
    cipher, path = fork(block, tweakey, **rounds)
    calls = []
    for tk, plaintext in inputs(tweakey, block):
        left, right = encrypt(cipher, tk, plaintext)
        calls += [(words(path, tk, left, left=len(calls) // 3, decrypt=1), cells(plaintext, path.cell)),
                  (words(path, tk, plaintext, left=1, decrypt=0), cells(left, path.cell)),
                  (words(path, tk, plaintext, left=0, decrypt=0), cells(right, path.cell))]
    for seed in (1, None):
        given, taken = played(SerialRestartBoth(path), calls, seed=seed)
    back = cipher.end + cipher.left + cipher.right + cipher.before
    assert cycles(calls, given, taken) == [33 + 24 * back, 33 + 24 * cipher.end, 33 + 24 * cipher.middle] * 2


@forks
def test_stored_in_both_directions(block, tweakey, rounds):
    """A left block gives plaintext and right block, a plaintext the right and the left block."""
    cipher, path = fork(block, tweakey, **rounds)
    calls = []
    for tk, plaintext in inputs(tweakey, block):
        left, right = encrypt(cipher, tk, plaintext)
        assert decrypt(cipher, tk, left) == (plaintext, right)
        calls += [(words(path, tk, left, decrypt=1), cells(plaintext, path.cell) + cells(right, path.cell)),
                  (words(path, tk, plaintext, decrypt=0), cells(right, path.cell) + cells(left, path.cell))]
    for seed in (1, None):
        given, taken = played(SerialStoredBoth(path), calls, seed=seed)
    back = cipher.end + cipher.left + cipher.right + 2 * cipher.before + cipher.right
    assert cycles(calls, given, taken) == [49 + 24 * back, 49 + 24 * cipher.end] * 2


@pytest.mark.parametrize("name", ["forkskinny-64-192", "forkskinny-128-256"])
def test_the_branch_constant_before_the_linear_layer(name):
    """Rows rotated and columns mixed, it is the branch constant."""
    path = PATHS[name]
    before = [SoftwareWord(path.cell, cell) for cell in branch_before_mix(path)]
    rotated = [before[4 * row + (place - path.rotations[row]) % 4] for row in range(4) for place in range(4)]
    columns = [path.mix(rotated[column::4]) for column in range(4)]
    assert [int(columns[place][row]) for row in range(4) for place in range(4)] == list(path.fork.constant)


@pytest.mark.parametrize("part", ["rows", "tweakey"])
def test_a_missing_exchange_is_noticed(part):
    """The control: with a slot less of one exchange of cells a decryption is wrong and an encryption is not."""
    primitive = replace(skinny(64, 2), rounds=(4,))
    path = replace(PATHS[primitive.name], rounds=4)
    *others, last = getattr(path.inverse, part)
    wrong = replace(path, inverse=replace(path.inverse, **{part: (*others, replace(last, back=last.back[:-1]))}))
    (decryption, plaintext), (encryption, ciphertext), *_ = both_ways(path, primitive)
    _, taken = run(SerialBoth(wrong), encryption + decryption, 32)
    assert values(taken)[:16] == ciphertext and values(taken)[16:] != plaintext

# amaranth: UnusedElaboratable=no
"""Every architecture works for any forkcipher: shown with tiny ones, against the software model."""

from random import Random

import pytest
from streams import Stream, play

from cipherfab.architectures.fork_parallel import ForkParallel
from cipherfab.architectures.fork_round import ForkIterated, threefold
from cipherfab.ciphers.forkcipher import BOTH, LEFT, RIGHT, Forkcipher, decrypt, encrypt
from cipherfab.errors import CallError

from .tiny_fork import tiny_fork

CALLS = 12
CIPHERS = {"2-3-4": tiny_fork(2, 3, 4), "4-3-2 from the right": tiny_fork(4, 3, 2, RIGHT), "1-1-1": tiny_fork(1, 1, 1),
           "5-7-7": tiny_fork(5, 7, 7)}
ciphers = pytest.mark.parametrize("cipher", CIPHERS.values(), ids=CIPHERS)
directions = pytest.mark.parametrize("encdec", [False, True], ids=["enc", "encdec"])


def calls(cipher: Forkcipher, encdec: bool, count: int = CALLS, **fixed) -> list[dict[str, int]]:
    """Random inputs, with all settings of the output switch and both directions."""
    random = Random(1)
    drawn = [{"tweakey": random.getrandbits(cipher.tweakey), "block": random.getrandbits(cipher.block),
              "select": random.choice((LEFT, RIGHT, BOTH)), **({"decrypt": random.getrandbits(1)} if encdec else {})}
             for _ in range(count)]
    return [{**call, **fixed} for call in drawn]


def expected(cipher: Forkcipher, call: dict[str, int]) -> dict[str, int]:
    """The wanted blocks by the software model, by output."""
    if call.get("decrypt"):
        plaintext, other = decrypt(cipher, call["tweakey"], call["block"])
        return dict(zip(("left", "right") if cipher.given == LEFT else ("right", "left"), (plaintext, other)))
    blocks = dict(zip(("left", "right"), encrypt(cipher, call["tweakey"], call["block"], call["select"])))
    return {name: block for name, block in blocks.items() if block is not None}


def run(component, inputs: list[dict[str, int]], **options) -> tuple[Stream, Stream]:
    """All calls through a component; its input and its output."""
    given = Stream(valid=component.in_valid, ready=component.in_ready, items=inputs,
                   payload={name: getattr(component, f"in_{name}") for name in inputs[0]})
    taken = Stream(valid=component.out_valid, ready=component.out_ready,
                   payload={"left": component.out_left, "right": component.out_right})
    play(component, [given], [taken], until=lambda: len(taken.passed) == len(inputs), **options)
    return given, taken


def assert_computes(make, cipher: Forkcipher, encdec: bool) -> None:
    """The component gives the wanted blocks in order, whatever stalls."""
    inputs = calls(cipher, encdec)
    for options in ({}, {"seed": 1}, {"seed": 2, "patient": True}):
        _, taken = run(make(), inputs, **options)
        for call, values in zip(inputs, taken.values, strict=True):
            wanted = expected(cipher, call)
            assert {name: values[name] for name in wanted} == wanted, (call, options)


def cycles(component, **fixed) -> set[int]:
    """Cycles between inputs of equal calls without stalls, which is also how long each takes."""
    given, taken = run(component, calls(component.cipher, component.encdec, 5, **fixed))
    between = {after - before for before, after in zip(given.cycles, given.cycles[1:])}
    assert between == {after - before for before, after in zip(given.cycles, taken.cycles)}
    return between


@directions
@ciphers
def test_iterated_computes_with_every_k(cipher, encdec):
    """One register and a stored fork give the model's blocks, for any number of rounds per clock."""
    for k in {1, 2, 3, threefold(cipher)} & set(range(1, threefold(cipher) + 1)):
        assert_computes(lambda k=k: ForkIterated(cipher, unrolled=k, encdec=encdec), cipher, encdec)


@ciphers
def test_iterated_takes_the_rounds_of_each_part_over_k(cipher):
    """The right block needs its rounds alone, both blocks and a decryption all, each part rounded up."""
    for k in {1, 2, threefold(cipher)} & set(range(1, threefold(cipher) + 1)):
        before, right, left = (-(-rounds // k) for rounds in (cipher.before, cipher.right, cipher.left))
        for fixed, rounds in (({"select": RIGHT}, before + right), ({"select": BOTH}, before + right + left),
                              ({"decrypt": 1}, before + right + left)):
            component = ForkIterated(cipher, unrolled=k, encdec="decrypt" in fixed)
            assert cycles(component, **fixed) == {rounds}


@directions
@pytest.mark.parametrize("given", [LEFT, RIGHT], ids=["from the left", "from the right"])
def test_parallel_computes_with_every_k(given, encdec):
    """Two branches at once give the model's blocks, for any number of rounds per clock and whatever block is given."""
    cipher = tiny_fork(4, 5, 5, given)
    for k in (1, 2, 5):
        assert_computes(lambda k=k: ForkParallel(cipher, unrolled=k, encdec=encdec), cipher, encdec)


def test_parallel_takes_as_long_as_one_branch():
    """Any encryption takes the initial rounds and one branch; a decryption takes all parts."""
    cipher = tiny_fork(4, 5, 5)
    assert all(cycles(ForkParallel(cipher), select=select) == {9} for select in (LEFT, RIGHT, BOTH))
    assert cycles(ForkParallel(cipher, encdec=True), decrypt=1) == {14}


def test_what_does_not_fit_is_refused():
    """A refused k is named together with those that fit."""
    with pytest.raises(CallError, match="tiny-2-3-4: unrolled=5 is refused.* 1 to 4 rounds per clock fit"):
        ForkIterated(tiny_fork(2, 3, 4), unrolled=5)
    with pytest.raises(CallError, match="tiny-2-3-4: parallel is refused.* left one has 4 rounds and its right one 3"):
        ForkParallel(tiny_fork(2, 3, 4))

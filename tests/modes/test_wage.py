"""What goes where in WAGE's state."""

from cipherfab.modes.wage import from_tuples, load, rate, tuples


def test_tuples_of_a_block():
    """Nine tuples, first bit first, and the last bit alone at the top of a tenth; and back."""
    block = bytes.fromhex("8000000000000003")
    assert tuples(block) == [0x40, 0, 0, 0, 0, 0, 0, 0, 1, 0x40]
    assert from_tuples(tuples(block), 8) == block


def test_the_halves_last_bits_are_loaded_together():
    """Bits 63 and 127 of the key, then of the nonce, are the first four of stage 18; nothing else
    is there.
    """
    ends, zero = bytes(7) + b"\x01", bytes(8)
    for place, (key, nonce) in enumerate([(ends + zero, zero * 2), (zero + ends, zero * 2),
                                          (zero * 2, ends + zero), (zero * 2, zero + ends)]):
        state = load(key, nonce)
        assert state[18] == 0x40 >> place and sum(state) == state[18]


def test_rate_is_made_of_the_right_stages():
    """Stage 8 has the first bits, the top of stage 36 the last one; the rest of stage 36 is
    capacity.
    """
    state = bytearray(37)
    state[8], state[36] = 0x40, 0x7F
    assert rate(bytes(state)).hex() == "8000000000000001"

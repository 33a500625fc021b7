# SPDX-License-Identifier: Apache-2.0
"""The section [streams]: a core of our own with three kinds of streams, and wrong descriptions."""

from random import Random
from types import SimpleNamespace

import pytest

from cipherfab.design import LwcInterface
from cipherfab.errors import CallError
from cipherfab.imports import third_party
from cipherfab.imports.description import read
from cipherfab.imports.streambus import StreamBus
from cipherfab.lwc.messages import Operation
from cipherfab.origin import ENCRYPTS
from cipherfab.verify.answers import forgeries
from cipherfab.verify.answers.unsupported import decryptions
from cipherfab.verify.rtl import as_read
from cipherfab.verify.rtl.lwc_plays import Level, lwc_plays
from cipherfab.verify.rtl.plan import Plan
from cipherfab.verify.rtl.simulator import Simulator
from cipherfab.verify.rtl.single_segments import single

MODE = """mode = { port = "mode", encrypt = 1, decrypt = 2, hash = 3 }
constants = { decrypt = 0, hash = 0, key_update = 0, bdi_valid = 0 }
"""
"""A core that is started by a mode, and sees a word by its valid bytes."""

AUTH = 'auth = { data = "auth", valid = "auth_valid", ready = "auth_ready" }\n'


def late(text: str) -> str:
    """The description of the core that answers a word of text later."""
    return text.replace("top =", "parameters = { LATE = 1 }\ntop =").replace(
        'last = "bdo_last"', 'last = "bdo_last"\nlate = true'
    )


def with_mode(text: str) -> str:
    """The description of the core with a mode, and words whose first byte is the lowest."""
    for old, new in (
        ("top =", "parameters = { MODE = 1, LITTLE = 1 }\ntop ="),
        (', update = "key_update"', ', byte_order = "little"'),
        ('decrypt = "decrypt"\nhashing = "hash"\nconstants = { mode = 0 }\n', MODE),
        ('valid = "bdi_valid"\n', 'byte_order = "little"\n'),
        ('last = "bdo_last"', 'last = "bdo_last"\nbyte_order = "little"\ntag_byte_order = "big"'),
    ):
        assert old in text
        text = text.replace(old, new)
    return text


def encrypts_only(text: str) -> str:
    """The description of the core without what a decryption needs, in either way to start."""
    for old, new in (
        ('"dummy-lwc"', '"dummy-lwc"\naead.decrypts = false'),
        (AUTH, ""),
        ('decrypt = "decrypt"\n', ""),
        (", decrypt = 2", ""),
        ("constants = { mode = 0", "constants = { mode = 0, decrypt = 0"),
        ("constants = {", "constants = { auth_ready = 0,"),
    ):
        text = text.replace(old, new, 1)
    return text


def of_words(bits: int, change):
    """What changes the description of the core to one with words of so many bits."""
    return lambda text: with_parameter(change(text), f"W = {bits}")


def with_parameter(text: str, parameter: str) -> str:
    """The description with one more parameter."""
    if "parameters = {" in text:
        return text.replace("parameters = {", f"parameters = {{ {parameter},")
    return text.replace("top =", f"parameters = {{ {parameter} }}\ntop =")


WIDE = [of_words(bits, change) for bits in (64, 128) for change in (str, late, with_mode)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("change", [str, late, with_mode, *WIDE])
def test_a_core_with_streams_answers_on_the_bus(cores, tmp_path, change):
    """Behind the generated bus it gives what the model gives, in every split into segments, with
    stalls; without a remark. Around words of 64 and 128 bits the bus has 32.
    """
    path = cores / "verilog" / "streams.toml"
    path.write_text(change(path.read_text()))
    design = third_party.load(path)
    assert design.interface == LwcInterface(
        width=32, sdi_width=32, aead="dummy-lwc", hash="dummy-lwc-hash"
    )
    assert (design.clock, design.reset, design.reset_level) == ("clk", "rst", 1)
    simulator = Simulator.build(design, tmp_path)
    plays = dict(lwc_plays(design, 3, Level.DEFAULT))
    # Of a wrong key dummy_lwc does not always notice; but keys that are not used are replaced.
    good = [message for message in forgeries.wrong_keys("dummy-lwc", seed=3) if message.result]
    plays["keys that are not used"] = Plan(design, 3).messages(list(single(good)))
    assert any(message.earlier_keys for message in good)
    for check in ("test plan", "splits into segments", "keys that are not used", "resets"):
        played = plays[check](simulator, None)
        assert played.passed and not played.caveat, f"{check}: {played.detail}"


@pytest.mark.parametrize("bits", [64, 128])
def test_a_wide_core_may_have_a_bus_as_wide(cores, tmp_path, bits):
    """Its words are then those of the bus, and nothing is collected or split."""
    path = cores / "verilog" / "streams.toml"
    text = with_parameter(path.read_text(), f"W = {bits}")
    path.write_text(text.replace("[streams]", "[streams]\nwide_bus = true", 1))
    design = third_party.load(path)
    assert design.interface.width == design.interface.sdi_width == bits
    simulator, plays = Simulator.build(design, tmp_path), dict(lwc_plays(design, 3, Level.DEFAULT))
    for check in ("test plan", "splits into segments", "resets"):
        played = plays[check](simulator, None)
        assert played.passed and not played.caveat, f"{check}: {played.detail}"


def test_outputs_of_any_length_are_asked_for_on_the_bus(cores, tmp_path):
    """A core with XOF and CXOF answers each request, in parts too, and what is not asked for of its
    last block is dropped.
    """
    design = third_party.load(cores / "verilog" / "asking.toml")
    assert design.interface.xofs == ("ascon-xof128", "ascon-cxof128")
    simulator, plays = Simulator.build(design, tmp_path), dict(lwc_plays(design, 3, Level.DEFAULT))
    for check in ("test plan", "splits into segments", "outputs of any length", "resets"):
        played = plays[check](simulator, None)
        assert played.passed and not played.caveat, f"{check}: {played.detail}"


@pytest.mark.always
@pytest.mark.parametrize("change", [encrypts_only, lambda text: encrypts_only(with_mode(text))])
def test_a_core_may_encrypt_only(cores, tmp_path, change):
    """Without ports of a decryption it is played with encryptions and hashes alone, and what is
    said of it says so; a decryption is answered by a failure, and the next message, which brings a
    key, is right.
    """
    path = cores / "verilog" / "streams.toml"
    path.write_text(change(path.read_text()))
    design = third_party.load(path)
    assert not design.interface.decrypts and design.third_party.remarks == (ENCRYPTS,)
    assert [found.caveat for found in as_read.remarks(design)] == [ENCRYPTS]
    simulator, plays = Simulator.build(design, tmp_path), dict(lwc_plays(design, 3, Level.DEFAULT))
    assert "forgeries" not in plays
    for check in ("test plan", "splits into segments", "key changes", "resets"):
        played = plays[check](simulator, None)
        assert played.passed and not played.caveat, f"{check}: {played.detail}"
    plan = Plan(design, 3)
    good = [
        message
        for message in plan.answerable(plan.plan)
        if message.operation == Operation.ENCRYPT and message.new_key
    ]
    refused = decryptions("dummy-lwc", Random(3))
    assert plan.messages([good[0], *(one for wrong in refused for one in (wrong, good[1]))])(
        simulator, None
    ).passed


def test_an_encryption_that_is_wrong_fails_without_decryption(cores, tmp_path):
    """A core that only encrypts, and wrongly from the 16th block on, fails."""
    path, source = cores / "verilog" / "streams.toml", cores / "verilog" / "streams.v"
    path.write_text(encrypts_only(path.read_text()))
    text = source.read_text()
    assert "number <= number + 1" in text
    source.write_text(text.replace("number <= number + 1", "number[3:0] <= number[3:0] + 1"))
    design = third_party.load(path)
    played = dict(lwc_plays(design, 3, Level.DEFAULT))["lengths of both types"](
        Simulator.build(design, tmp_path), None
    )
    assert not played.passed and "dummy-lwc encryption" in played.detail


def test_numbers_of_a_decryption_need_no_room_on_a_core_without(cores):
    """Types that only a decryption has do not have to fit the port of the type."""
    path, source = cores / "verilog" / "streams.toml", cores / "verilog" / "streams.v"
    source.write_text(
        source.read_text()
        .replace("input [3:0] bdi_type", "input [1:0] bdi_type")
        .replace("NONCE = 13", "NONCE = 3")
    )
    types = "types = { nonce = 3, message = 2, tag = 8 }\nconstants"
    path.write_text(encrypts_only(path.read_text()).replace("constants", types, 1))
    assert third_party.load(path).interface.decrypts is False
    path.write_text(path.read_text().replace("nonce = 3", "nonce = 4"))
    with pytest.raises(CallError, match="4 does not fit the 2 bits of 'bdi_type'"):
        third_party.load(path)


WRONG = [
    (AUTH, "", "expected 'auth' (a table of ports), which tells whether a tag was right; of a core "
     "that only encrypts say aead.decrypts = false"),
    ('"dummy-lwc"', '"dummy-lwc"\naead.decrypts = false',
     "aead.decrypts = false is said, of a core that only encrypts, and auth, decrypt of"),
    ('"dummy-lwc"', '"dummy-lwc"\naead.decrypts = 0', "expected true or false for 'decrypts'"),
    ('"dummy-lwc"', '"dummy-lwc"\naead.decrypt = false', "did you mean 'decrypts'?"),
    ('decrypt = "decrypt"\n', 'mode = { port = "mode", encrypt = 1, hash = 3 }\n',
     "which tell a decryption; of a core that only encrypts say"),
    ('decrypt = "decrypt"\n', 'mode = { port = "mode", decrypt = 1, hash = 3 }\n',
     "expected the key 'encrypt'"),
    ('aead.algorithm = "dummy-lwc"', 'aead.algorithm = "dummy-lvc"', "unknown algorithm"),
    ('aead.algorithm = "dummy-lwc"', '', "expected the key 'aead'"),
    ('data = "bdi"', 'data = "bdi;"', "expected an identifier"),
    ('data = "bdi"', 'data = "bdo"', "expected 'bdo' to be an input"),
    ('data = "bdi"', 'data = "bdj"', "the top has no port 'bdj'; did you mean"),
    ('data = "bdi"', 'data = "bdi_type"',
     "expected 'bdi_type' with 8, 16, 32, 64 or 128 bits, it has 4"),
    ('valid = "bdi_valid"\nbytes = "bdi_bytes"', '', "expected 'valid' or 'bytes'"),
    ('last = "bdo_last"', 'lastt = "bdo_last"', "did you mean 'last'?"),
    ('last = "bdo_last"', 'byte_order = "middle"', "expected byte_order big or little"),
    ('bytes = "bdo_bytes"', 'late = true', "needs 'bytes'"),
    ('decrypt = "decrypt"\n', '', "which tell a decryption"),
    ('hashing = "hash"\n', '', "needs mode.hash or 'hashing'"),
    ('constants = { mode = 0 }', 'xof.algorithm = "ascon-xof128"', "outputs of any length need"),
    ('constants = { mode = 0 }', 'xof.algorithm = "ascon-xof128"\ncxof.algorithm = "ascon-cxof128"',
     "mode.hash, mode.xof, mode.cxof and output.last"),
    ('constants = { mode = 0 }', 'empty_hash = "start"', "needs 'mode'"),
    ('constants = { mode = 0 }', 'empty_hash = "never"', "expected empty_hash start or word"),
    ('constants = { mode = 0 }', '', "nothing drives the inputs mode"),
    ('constants = { mode = 0 }', 'constants = { mode = 4 }', "4 does not fit the 2 bits of 'mode'"),
    ('constants = { mode = 0 }', 'constants = { mode = -1 }', "expected non-negative integers"),
    ('constants = { mode = 0 }', 'constants = { "a b" = 0 }', "expected an identifier"),
    ('constants = { mode = 0 }', 'constants = { mode = 0 }\ntypes = { ad = 16 }',
     "16 does not fit the 4 bits of 'bdi_type'"),
    ('constants = { mode = 0 }', 'constants = { mode = 0 }\ntypes = { nonse = 1 }',
     "did you mean 'nonce'?"),
    ('[streams]\n', '[lwc]\n[streams]\n', "expected one of the sections"),
]  # fmt: skip


@pytest.mark.parametrize("old, new, words", WRONG)
def test_wrong_streams_are_refused_with_what_was_expected(cores, old, new, words):
    """A wrong key, name, width, number or combination is an error in words, before anything is
    written with it.
    """
    path = cores / "verilog" / "streams.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(CallError) as caught:
        third_party.load(path)
    assert words in str(caught.value), str(caught.value)


def test_words_that_would_hold_parts_of_two_things_are_refused(cores):
    """A tag of 8 bytes is no whole word of 128 bits; words of the bus's width may hold any."""
    path = cores / "verilog" / "streams.toml"
    text = path.read_text().replace('"dummy-lwc"', '"tinyjambu-128"')
    path.write_text(with_parameter(text, "W = 128"))
    with pytest.raises(CallError, match="or of which the tag of 8 bytes is a multiple"):
        third_party.load(path)


def test_types_have_the_numbers_of_the_api_unless_others_are_given(cores):
    """`message` stands for the three texts, and one of them may differ."""
    path = cores / "verilog" / "streams.toml"
    assert read(path).streams.types["nonce"] == 13
    path.write_text(
        path.read_text().replace("constants", "types = { message = 3, ciphertext = 9 }\nconstants")
    )
    types = read(path).streams.types
    assert (types["plaintext"], types["ciphertext"], types["hash_message"]) == (3, 9, 3)


def test_a_module_of_the_core_cannot_stand_for_the_bus(cores):
    """A module that has the name of the whole and that the top does not need is gone before it
    could stand for it.
    """
    path = cores / "verilog" / "streams.toml"
    source = cores / "verilog" / "streams.v"
    source.write_text(source.read_text() + "\nmodule streams_with_bus; endmodule\n")
    # What the top does not need is gone.
    assert third_party.load(path).top == "streams_with_bus"


@pytest.mark.parametrize("width, last", [(8, 15), (16, 7), (32, 3)])
def test_a_result_has_as_many_words_as_the_bus_makes_of_it(width, last):
    """The last word of a tag of 16 bytes, and of a digest of 32, counted from 0."""
    bus = SimpleNamespace(width=width, aead=SimpleNamespace(tag_bytes=16))
    assert StreamBus._words(bus, None) == last and StreamBus._words(bus, 32) == 2 * last + 1

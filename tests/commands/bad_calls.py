# SPDX-License-Identifier: Apache-2.0
"""Wrong calls of every command, as data: the words of the call, the exit code, and what its message
must say.

A message says what was expected, what was given, and where it can, what to do; the words here are
those that matter. A call is written as in a shell; `FILES` are in its folder.
"""

from pathlib import Path
from typing import NamedTuple

from descriptions import description


class Call(NamedTuple):
    """A wrong call."""

    words: str
    code: int
    says: tuple[str, ...]


AEAD_KAT = """Count = 1
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 000102030405060708090A0B0C0D0E0F
PT =
AD =
CT = E355159F292911F794CB1432A0103A8A

"""

BARE = description("mine")

LWC = description(
    "mine",
    interface="""[lwc]
aead.algorithm = "ascon128v12"
ports.pdi.bit_width = 32
""",
)

PDI = (
    "INS = 70000000\nINS = 20000000\nHDR = D2000010\nDAT = 000102030405060708090A0B0C0D0E0F\nHDR = "
    "12000000\nHDR = 43000000\n"
)
SDI = "INS = 40000000\nHDR = C7000010\nDAT = 000102030405060708090A0B0C0D0E0F\n"
DO = "HDR = 52000000\nHDR = 83000010\nDAT = E355159F292911F794CB1432A0103A8A\nSTT = E0000000\n"

LIBERTY = """library (small) {
  cell (INV) {
    area : 0.75;
    pin(A) { direction : input; }
    pin(Y) { direction : output; function : "A'"; }
  }
}
"""

TINY = """module tiny(input clk, input rst, input start, input [199:0] a, output reg [199:0] y);
  always @(posedge clk) y <= a;
endmodule
"""


def _changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


DESCRIPTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "empty": ("", ("[lwc]", "[bare]", "neither")),
    "text": ("this is not TOML\n", ("not a TOML file",)),
    "nul": ("name = \"a\0b\"\n", ("not a TOML file",)),
    "both": (BARE + "[lwc]\n", ("both",)),
    "no-rtl": ("name = \"mine\"\n[lwc]\n", ("'rtl'",)),
    "rtl-text": ("name = \"mine\"\nrtl = \"x\"\n[lwc]\n", ("'rtl'", "a table")),
    "no-name": (_changed(BARE, ('name = "mine"\n', "")), ("'name'",)),
    "name-number": (_changed(BARE, ('"mine"', "3")), ("'name'", "a string", "3")),
    "name-path": (_changed(BARE, ('"mine"', '"../mine"')), ("a name of letters", "'../mine'")),
    "name-core": (_changed(BARE, ('"mine"', '"ascon-128"')), ("ascon-128", "another name")),
    "no-sources": (_changed(BARE, ('["tiny.v"]', "[]")), ("'sources'",)),
    "sources-text": (_changed(BARE, ('["tiny.v"]', '"tiny.v"')), ("a list for 'sources'",)),
    "sources-numbers": (_changed(BARE, ('["tiny.v"]', "[1]")),
                        ("a string or a table in 'sources'", "1")),
    "sources-missing": (_changed(BARE, ("tiny.v", "tyni.v")), ("no such file", "tiny.v")),
    "sources-outside": (_changed(BARE, ("tiny.v", "../../../etc/passwd")),
                        ("outside the folder", "--root")),
    "sources-absolute": (_changed(BARE, ("tiny.v", "/etc/passwd")), ("outside the folder",)),
    "sources-language": (_changed(BARE, ("tiny.v", "kat.txt")), (".vhdl", "kat.txt")),
    "sources-option": (_changed(BARE, ("tiny.v", "-f.v")), ("file names of letters", "-f.v")),
    "sources-folder": (_changed(BARE, ("tiny.v", ".")), ("is a folder",)),
    "no-top": (_changed(BARE, ('top = "tiny"\n', "")), ("'top'",)),
    "top-odd": (_changed(BARE, ('top = "tiny"', 'top = "ti ny"')), ("ti ny",)),
    "top-newline": (_changed(BARE, ('top = "tiny"', 'top = "tiny\\n"')), ("tiny",)),
    "clock-number": (_changed(BARE, ('clock.port = "clk"', "clock = 1")), ("clock.port", "1")),
    "clock-odd": (_changed(BARE, ('"clk"', '"c)lk"')), ("c)lk",)),
    "clocks": (_changed(BARE, ('clock.port = "clk"', 'clocks = [{port="a"}, {port="b"}]')),
               ("one clock", "2")),
    "unknown-key": ("generator = \"rm -rf /\"\n" + BARE, ("unknown key 'generator'",)),
    "misspelt-section": (_changed(LWC, ("[lwc]", "[lcw]")),
                         ("unknown key 'lcw'", "did you mean 'lwc'")),
    "misspelt-rtl": (_changed(BARE, ("sources =", "source =")),
                     ("unknown key 'source'", "did you mean 'sources'")),
    "dependencies": ("dependencies = [{ uri = \"./o.toml\" }]\n" + BARE,
                     ("'dependencies' are not followed", "[rtl] sources")),
    "author-number": ("author = 3\n" + BARE, ("strings for 'author'", "3")),
    "parameter-list": (_changed(BARE, ('clock.port', 'parameters = { N = [1] }\nclock.port')),
                       ("parameters", "N = [1]")),
    "parameter-float": (_changed(BARE, ('clock.port', 'parameters = { N = 1.5 }\nclock.port')),
                        ("parameters", "N = 1.5")),
    "parameter-name": (_changed(BARE, ('clock.port', 'parameters = { "N;x" = 1 }\nclock.port')),
                       ("plain names", "N;x")),
    "huge": (_changed(BARE, ("latency = 1", "latency = 0x" + "f" * 5000)),
             ("integers of 64 bits",)),
    "huge-decimal": (_changed(BARE, ("latency = 1", "latency = " + "9" * 5000)),
                     ("not a TOML file",)),
    "reset-text": (_changed(BARE, ("start =", 'reset = "rst"\nstart =')),
                   ("[bare] reset", "port, level and kind", "'rst'")),
    "reset-level": (_changed(BARE, ("start =", "reset = { level = 2 }\nstart =")),
                    ("level 0 or 1", "2")),
    "reset-kind": (_changed(BARE, ("start =", 'reset = { kind = "slow" }\nstart =')),
                   ("sync or async", "slow")),
    "reset-key": (_changed(BARE, ("start =", 'reset = { polarity = 1 }\nstart =')),
                  ("unknown key 'polarity'",)),
    "vhdl-standard": (LWC + "[language]\nvhdl.standard = \"2525\"\n", ("a VHDL standard", "2525")),
    "vhdl-synopsys": (LWC + "[language]\nvhdl.synopsys = \"yes\"\n",
                      ("true or false for 'synopsys'", "'yes'")),
    "algorithm": (_changed(BARE, ("keccak-f-200", "keccak-f-201")),
                  ("unknown algorithm 'keccak-f-201'", "keccak-f-200")),
    "algorithm-kind": (_changed(BARE, ("keccak-f-200", "ascon-128")),
                       ("a permutation or a block cipher", "[lwc]")),
    "no-algorithm": (_changed(BARE, ('algorithm = "keccak-f-200"\n', "")), ("'algorithm'",)),
    "no-latency": (_changed(BARE, ("latency = 1\n", "")), ("'done'", "'latency'", "neither")),
    "latency-done": (_changed(BARE, ("latency = 1\n", 'latency = 1\ndone = "d"\n')), ("both",)),
    "latency-negative": (_changed(BARE, ("latency = 1", "latency = -1")),
                         ("a latency of 0 to 100000", "-1")),
    "latency-text": (_changed(BARE, ("latency = 1", 'latency = "1"')),
                     ("an integer for 'latency'", "'1'")),
    "no-start": (_changed(BARE, ('start = "start"\nlatency = 1', 'done = "y"')),
                 ("'start'", "'latency'")),
    "no-inputs": (_changed(BARE, ('inputs.x = "a"\n', "")), ("'inputs'",)),
    "inputs-name": (_changed(BARE, ("inputs.x", "inputs.z")), ("unknown key 'z'", "x")),
    "inputs-number": (_changed(BARE, ('inputs.x = "a"', "inputs.x = 1")),
                      ("the name of a port", "1")),
    "inputs-narrow": (_changed(BARE, ('"a"', '{ port = "a", width = 8 }')), ("200 bits", "8 bits")),
    "inputs-order": (_changed(BARE, ('"a"', '{ port = "a", byte_order = "middle" }')),
                     ("big", "little", "middle")),
    "inputs-code": (_changed(BARE, ('"a"', '"a),system("')), ("a),system(",)),
    "constants": (_changed(BARE, ("latency = 1", "latency = 1\nconstants = { e = -1 }")),
                  ("non-negative", "-1")),
    "load": (_changed(BARE, ("latency = 1", 'latency = 1\nload = { port = "l", inputs = ["k"] }')),
             ("unknown input 'k'",)),
    "bare-number": ("bare = 1\n" + BARE.partition("[bare]")[0], ("'bare'", "a table", "1")),
    "aead": (_changed(LWC, ("ascon128v12", "ascon129v12")), ("unknown algorithm 'ascon129v12'",)),
    "aead-kind": (_changed(LWC, ("ascon128v12", "ascon-hash")), ("'ascon-hash' is a hash",)),
    "aead-number": (_changed(LWC, ('"ascon128v12"', "128")), ("a string for 'algorithm'", "128")),
    "width": (_changed(LWC, ("bit_width = 32", "bit_width = 12")), ("8, 16 or 32", "12")),
    "width-text": (_changed(LWC, ("bit_width = 32", 'bit_width = "32"')),
                   ("an integer for 'bit_width'",)),
}  # fmt: skip
"""Descriptions that are refused before any tool starts: text, and words of the message."""

KNOWN_ANSWERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "empty": ("", ("records of Count", "none")),
    "prose": ("once upon a time\n", ("line 1", "'Count = '", "once upon")),
    "count": (
        AEAD_KAT.replace("Count = 1", "Count = one"),
        ("line 1", "a decimal number", "'one'"),
    ),
    "count-long": (
        AEAD_KAT.replace("Count = 1", "Count = " + "9" * 5000),
        ("line 1", "a decimal number"),
    ),
    "count-script": (AEAD_KAT.replace("Count = 1", "Count = ٣"), ("line 1", "a decimal number")),
    "key-short": (AEAD_KAT.replace("Key = 00", "Key = "), ("line 2", "16 bytes of Key", "got 15")),
    "key-odd": (AEAD_KAT.replace("Key = 00", "Key = 0"), ("line 2", "hexadecimal", "31 digits")),
    "key-digit": (AEAD_KAT.replace("Key = 00", "Key = 0G"), ("line 2", "hexadecimal", "'G'")),
    "order": (AEAD_KAT.replace("Nonce", "Npub"), ("line 3", "'Nonce = '", "Npub")),
    "cut": (AEAD_KAT[: AEAD_KAT.index("CT")], ("end of the file",)),
    "ct-short": (AEAD_KAT.replace("3A8A", ""), ("line 6", "16 bytes of CT", "got 14")),
    "hash": ("Count = 1\nMsg = 00\nMD = 00\n", ("line 2", "'Key = '", "Msg")),
}

VECTORS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "empty": ("", "", "", ("at least one message", "nothing played is nothing verified")),
    "no-sdi": (PDI, "DAT = 00000000\n", DO, ("sdi", "'INS = ' first")),
    "no-answer": (PDI, SDI, "", ("one answer for each of the 1 messages", "found 0")),
    "two-answers": (PDI, SDI, DO * 2, ("one answer for each of the 1 messages", "found 2")),
    "digit": (PDI.replace("INS = 7", "INS = G"), SDI, DO, ("line 1", "hexadecimal", "'G'")),
    "short-ins": (PDI.replace("INS = 70000000", "INS = 7"),
                  SDI, DO, ("line 1", "8 digits", "got 1")),
    "short-data": (PDI.replace("DAT = 00", "DAT = "), SDI, DO,
                   ("line 4", "whole words of 8 digits", "30 digits")),
    "word": (PDI.replace("HDR", "HRD"), SDI, DO, ("line 3", "'HRD = D2")),
    "x-in-pdi": (PDI.replace("DAT = 0", "DAT = X"), SDI, DO, ("line 4", "'X'")),
    "no-status": (PDI, SDI, DO.replace("STT = E0000000\n", ""),
                  ("'STT = '", "the end of the file")),
    "data-first": ("DAT = 00000000\n" + PDI, SDI, DO, ("line 1", "'INS = ' first")),
    "short-status": (PDI, SDI, DO.replace("STT = E", "STT = "), ("8 digits", "got 7")),
}  # fmt: skip

LIBRARIES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("no Liberty file", "library")),
    "prose": (b"a b c\n", ("no Liberty file",)),
    "no-cells": (b"library (x) {\n}\n", ("no Liberty file", "cell")),
    "no-nand": (LIBERTY.encode(), ("NAND of two inputs", "gate equivalent")),
    "cut-gzip": (b"\x1f\x8b\x08\x00", ("cannot be decompressed",)),
    "bad-gzip": (
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + b"\xff" * 40,
        ("cannot be decompressed",),
    ),
}


def files() -> dict[str, bytes]:
    """The files in the folder of the calls, by name."""
    found = {
        "tiny.v": TINY,
        "kat.txt": AEAD_KAT,
        "taken": "mine",
        "good.toml": BARE,
        "pdi.txt": PDI,
        "sdi.txt": SDI,
        "do.txt": DO,
    }
    found |= {f"{name}.toml": text for name, (text, _) in DESCRIPTIONS.items()}
    found |= {f"{name}.kat": text for name, (text, _) in KNOWN_ANSWERS.items()}
    for name, (*texts, _) in VECTORS.items():
        found |= {f"{name}.{port}": text for port, text in zip(("pdi", "sdi", "do"), texts)}
    return {name: text.encode() for name, text in found.items()} | {
        f"{name}.lib": data for name, (data, _) in LIBRARIES.items()
    }


CORES: dict[str, tuple[str, ...]] = {
    "ascon-129": ("unknown algorithm 'ascon-129'", "ascon-128"),
    "''": ("unknown algorithm ''",),
    "ASCON-128": ("unknown algorithm 'ASCON-128'", "ascon-128"),
    "ascon-128/": ("unknown architecture ''",),
    "ascon-128/unroled=2": ("unknown architecture 'unroled'", "unrolled"),
    "ascon-128/unrolled": ("unrolled=k", "positive number"),
    "ascon-128/unrolled=0": ("unrolled=k", "positive number", "unrolled=0"),
    "ascon-128/unrolled=-1": ("positive number",),
    "ascon-128/unrolled=²": ("positive number",),
    "ascon-128/unrolled=99999999999": ("positive number",),
    "ascon-128/unrolled=4": ("unrolled=4 is refused", "1, 2, 3, 6"),
    "ascon-128/round=2": ("'round' takes no number",),
    "ascon-128/round,bus": ("bus= one of 8, 16, 32, 64, 128",),
    "ascon-128/round,bus=256": ("bus= one of 8, 16, 32, 64, 128", "bus=256"),
    "ascon-128/round,bus=8,bus=16": ("an option is given twice",),
    "ascon-128/round,": ("unknown option ''",),
    "ascon-128/round,encdec": ("'encdec' does not fit ascon-128",),
    "ascon-128/round,buffer=64": ("'buffer' does not fit ascon-128", "AEAD with two passes"),
    "ascon-128/pipelined=2": ("pipelined does not fit ascon-128", "bare primitives only"),
    "comet-128-aes/masked=1": ("masked does not fit comet-128-aes", "which takes round"),
    "ascon-128/threefold": ("threefold does not fit ascon-128",),
    "ascon-128/serial=3": ("serial=3",),
    "photon-256/folded=4": ("folded= one of 1, 3, 5, 9", "folded=4"),
    "pyjamask-96-aead/round,inplace": ("inplace goes with modes that answer a block",),
    "ascon-aead128/masked=1,inplace": ("on one share",),
    "aes-128/folded=5,encdec": ("encryption alone",),
    "ascon-p-12/round,bus=8": ("'bus' does not fit ascon-p-12", "AEAD or hash"),
    "ascon-p-12/masked=4": ("masked=1 to masked=3", "masked=4"),
    "ascon-p-12/masked=2,gadget=isw": ("gadget= one of dom, ti, hpc2, hpc3, none, cubic",),
    "ascon-p-12/masked=2,gadget=none": ("gadget=none goes with masked=1", "ascon-p-6"),
    "lilliput-tbc-ii-128/masked=1,gadget=none": ("gadget=none", "ascon-p-6"),
    "ascon-p-12/masked=1,gadget=cubic": ("gadget=cubic", "lilliput-tbc"),
    "ascon-p-12/masked=2,redundant=2": ("masked=1,gadget=ti or masked=1,gadget=dom", "masked=2"),
    "ascon-p-12/round,gadget=dom": ("gadget=dom goes with masked=d", "got round"),
    "speck-64-128/masked=1": ("ANDs of secrets",),
    "forkskinny-64-192/masked=1": ("masked does not fit", "do not fork"),
    "ascon-p-12/round,redundant=0": ("redundant=k", "positive number"),
    "ascon-p-12/threefold": ("threefold does not fit ascon-p-12", "forkciphers only"),
    "ascon-hash/round,hash": ("does not fit ascon-hash",),
    "lilliput-ii-128/round,buffer=100": ("expected buffer= one of 32, 64,", "buffer=100"),
    "forkskinny-128-256/round,restart,rewind": ("two of",),
    "dummy-lwc": ("no hardware core",),
}
"""Wrong names of cores, and what is said of them by every command that takes one."""

COMMANDS = ("verify {}", "bench {}", "emit {} -o out", "explore {}", "compare ascon-128 {}")
"""Commands that take any core."""

BARE_COMMANDS = ("leakage {}", "faults {}", "simulator-speed {}")
"""Commands that take a bare primitive."""

BARE_CORES: dict[str, tuple[str, ...]] = {
    "ascon-129": ("unknown algorithm 'ascon-129'",),
    "ascon-p-12/unrolled=²": ("positive number",),
    "ascon-128": ("ascon-128", "bare"),
    "ascon-hash": ("ascon-hash", "bare"),
    "good.toml": ("good.toml",),
}

OPTIONS = Path(__file__).with_suffix(".txt")
"""Everything else that can be wrong with a call, a line for each."""


def _options() -> list[Call]:
    lines = [
        line
        for line in OPTIONS.read_text().splitlines()
        if line.strip() and not line.startswith("#")
    ]
    parts = [line.partition("=>") for line in lines]
    return [
        Call(words.strip(), 2, tuple(text.strip() for text in says.split("|")))
        for words, _, says in parts
    ]


def calls() -> list[Call]:
    """The whole table."""
    found = [
        Call(command.format(core), 2, says) for command in COMMANDS for core, says in CORES.items()
    ]
    found += [
        Call(command.format(core), 2, says)
        for command in BARE_COMMANDS
        for core, says in BARE_CORES.items()
    ]
    found += [Call(f"verify {name}.toml", 2, says) for name, (_, says) in DESCRIPTIONS.items()]
    found += [
        Call(f"verify ascon-128 --model --kat {name}.kat", 2, says)
        for name, (_, says) in KNOWN_ANSWERS.items()
    ]
    found += [
        Call(f"verify ascon-128 --vectors {name}.pdi {name}.sdi {name}.do", 2, says)
        for name, (*_, says) in VECTORS.items()
    ]
    found += [
        Call(f"bench prince --on liberty:{name}.lib", 2, says)
        for name, (_, says) in LIBRARIES.items()
    ]
    found += [
        Call(f"{command} none.toml", 2, ("none.toml", "no such file"))
        for command in ("verify", "bench", "compare prince")
    ]
    return found + _options()

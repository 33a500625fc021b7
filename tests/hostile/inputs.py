# SPDX-License-Identifier: Apache-2.0
"""Hostile inputs beside cores: each field of each kind of file that the program reads, each word of
each call, and each variable, filled with texts that would steer a terminal, a page, a spreadsheet,
a shell or LaTeX; files that are none, or never end; places to write that belong to others.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from descriptions import description

from .kept import bundles, data_sets, entries, stores
from .places import no_files, places
from .texts import TEXTS, Input, file_of, toml_of

PLAIN_KAT = "Count = 1\nKey = 00\nPT = 00\nCT = 00\n\n"


def corpus() -> list[Input]:
    """All of them, in a fixed order."""
    found = [*_words(), *_options(), *_descriptions(), *_sources(), *_answers(), *_prompts(),
             *_libraries(), *_settings(), *data_sets(), *bundles(), *_variables(), *_verdicts(),
             *stores(), *entries(), *no_files(), *places()]  # fmt: skip
    assert len({(one.kind, one.name) for one in found}) == len(found)
    return found


COMMANDS = (
    "verify",
    "emit",
    "bench",
    "kat",
    "explore",
    "leakage",
    "power",
    "mutate",
    "frequency",
    "reproduce",
    "cite",
    "bundle",
    "choose",
    "compare",
    "faults",
)


def _words() -> Iterator[Input]:
    """The first word of each command: a core, an algorithm, an id."""
    for command in COMMANDS:
        more = {"emit": ("-o", "out"), "compare": ("ascon-128",)}.get(command, ())
        for what, text in TEXTS.items():
            yield Input("names", f"{command}: {what}", (command, f"q{text}", *more))


OPTIONS = {
    "--on": ("verify", "ascon-128", "--netlist", "--on"),
    "--on of liberty": ("bench", "ascon-128", "--on"),
    "--recipe": ("bench", "ascon-128", "--recipe"),
    "--scheduler": ("bench", "ascon-128", "--scheduler"),
    "--seed": ("verify", "ascon-128", "--seed"),
    "--budget": ("explore", "ascon-128", "--on", "ecp5", "--budget"),
    "--kat": ("verify", "ascon-128", "--kat"),
    "--needs": ("choose", "--needs"),
    "--data": ("choose", "--data"),
    "--root": ("verify", "x.toml", "--root"),
    "--waveform": ("verify", "gimli", "--waveform"),
    "an option": ("verify", "ascon-128"),
    "a command": (),
}


def _options() -> Iterator[Input]:
    """The values of options."""
    for (option, words), (what, text) in (
        (pair, text) for pair in OPTIONS.items() for text in TEXTS.items()
    ):
        begun = {
            "--on of liberty": f"liberty:q{text}",
            "an option": f"--q{text}",
            "--waveform": f"none/{text}",
        }.get(option, f"q{text}")
        yield Input("options", f"{option}: {what}", (*words, begun))


FIELDS = {
    "name": ('name = "mine"', "name = {x}"),
    "author": ('name = "mine"', 'name = "mine"\nauthor = {x}'),
    "licence": ('name = "mine"', 'name = "mine"\nlicence = {x}'),
    "url": ('name = "mine"', 'name = "mine"\nurl = {x}'),
    "key": ('name = "mine"', 'name = "mine"\n{x} = 1'),
    "source": ('"tiny.v"', "{x}"),
    "top": ('top = "tiny"', "top = {x}"),
    "parameter": ('top = "tiny"', 'top = "tiny"\nparameters = {{ {x} = 1 }}'),
    "value": ('top = "tiny"', 'top = "tiny"\nparameters = {{ N = {x} }}'),
    "clock": ('clock.port = "clk"', "clock.port = {x}"),
    "port": ('inputs.x = "a"', "inputs.x = {x}"),
    "algorithm": ('"keccak-f-200"', "{x}"),
}

RTL = """module tiny(input clk, input rst, input start, input [199:0] a, output reg [199:0] y);
  always @(posedge clk) y <= a{hidden};
endmodule
"""


def _described(part: str, text: str) -> str:
    old, new = FIELDS[part]
    base = description("mine")
    assert old in base, (part, base)
    return base.replace(old, new.format(x=toml_of(text)), 1)


def _descriptions() -> Iterator[Input]:
    """Fields of a description, of a core whose sources end the run at once."""
    for part in FIELDS:
        for what, text in TEXTS.items():

            def make(folder: Path, part=part, text=text) -> None:
                file_of("d.toml", _described(part, text))(folder)
                file_of("tiny.v", RTL.replace("{hidden}", " nonsense"))(folder)

            words = ("verify", "d.toml", "--seed", "1")
            yield Input("descriptions", f"{part}: {what}", words, make)


PLACES = {
    "a syntax error": ("tiny.v", "/* {x} */ module tiny(; {x} endmodule"),
    "a string": ("tiny.v", RTL.replace("{hidden}", ' ^ "{x}" ^ nowhere')),
    "a name": ("tiny.v", RTL.replace("{hidden}", " ^ \\{x} ")),
    "an assertion": ("tiny.v", RTL.replace("endmodule", '$error("{x}");\nendmodule')),
    "a VHDL comment": ("tiny.vhd", "-- {x}\nentity tiny is port ({x}); end;"),
    "a VHDL string": (
        "tiny.vhd",
        "entity tiny is end; architecture a of tiny is begin assert "
        'false report "{x}" severity failure; end;',
    ),
}


def _sources() -> Iterator[Input]:
    """Texts that a tool quotes in its messages."""
    for place, (name, shape) in PLACES.items():
        for what, text in TEXTS.items():

            def make(folder: Path, name=name, shape=shape, text=text) -> None:
                file_of("d.toml", description("mine").replace("tiny.v", name))(folder)
                file_of(name, shape.replace("{x}", text))(folder)

            yield Input("sources", f"{place}: {what}", ("verify", "d.toml", "--seed", "1"), make)


def _answers() -> Iterator[Input]:
    """Titles, comments, keys and values of known answers and vectors."""
    shapes = {
        "a key": "{x} = 00\n",
        "a value": "Count = {x}\n",
        "a comment": "# {x}\nKey = 1\n",
        "a title": "Count = 1\nKey = {x}\n",
    }
    for (place, shape), (what, text) in (
        (pair, text) for pair in shapes.items() for text in TEXTS.items()
    ):
        content = shape.replace("{x}", text)
        yield Input(
            "known answers",
            f"{place}: {what}",
            ("verify", "ascon-128", "--model", "--kat", "k.txt"),
            file_of("k.txt", content),
        )
    for what, text in TEXTS.items():
        for place, shape in (("a title", "# {x}\nINS = zz\n"), ("a word", "INS = {x}\n")):
            yield Input(
                "vectors",
                f"{place}: {what}",
                ("verify", "ascon-128", "--vectors", "v.txt", "v.txt", "v.txt"),
                file_of("v.txt", shape.replace("{x}", text)),
            )


PROMPT = """{{"vsId": 1, "algorithm": "{algorithm}", "mode": "{mode}",
"revision": "{revision}",
"testGroups": [{{"tgId": 1, "testType": "AFT",
"tests": [{{"tcId": 1, "msg": "{msg}", "len": 8}}]}}]}}
"""


def _prompts() -> Iterator[Input]:
    """Names and values of a prompt of ACVP, and of a file of Wycheproof."""
    usual = {"algorithm": "Ascon", "mode": "Hash256", "revision": "SP800-232", "msg": "00"}
    for part in usual:
        for what, text in TEXTS.items():
            content = PROMPT.format(**{**usual, part: json.dumps(text)[1:-1]})
            yield Input(
                "prompts",
                f"{part}: {what}",
                ("acvp", "p.json", "-o", "r.json"),
                file_of("p.json", content),
            )
    for what, text in TEXTS.items():
        content = {"schema": "aead_test_schema_v1.json", "algorithm": text, "testGroups": []}
        yield Input(
            "Wycheproof",
            what,
            ("verify", "ascon-128", "--model", "--wycheproof", "w.json"),
            file_of("w.json", json.dumps(content)),
        )


LIBERTY = """library ({library}) {{
  cell ({cell}) {{ area : {area};
    pin(A) {{ direction : input; }}
    pin(Y) {{ direction : output; function : "{function}"; }} }}
}}
"""


def _libraries() -> Iterator[Input]:
    """Names, areas and functions of a Liberty file."""
    usual = {"library": "small", "cell": "INV", "area": "1.0", "function": "A'"}
    for part in usual:
        for what, text in TEXTS.items():
            content = LIBERTY.format(**{**usual, part: text.replace("{", "").replace("}", "")})
            yield Input(
                "Liberty",
                f"{part}: {what}",
                ("bench", "ascon-p-6", "--on", "liberty:./l.lib", "--periods", "1"),
                file_of("l.lib", content),
            )


def _settings() -> Iterator[Input]:
    """Commands, options and values of ``cipherfab.toml``."""
    shapes = {
        "home": "home = {x}\n",
        "a command": "[{x}]\nseed = 1\n",
        "an option": "[verify]\n{x} = 1\n",
        "a value": "[verify]\nseed = {x}\n",
    }
    for (place, shape), (what, text) in (
        (pair, text) for pair in shapes.items() for text in TEXTS.items()
    ):
        yield Input(
            "settings",
            f"{place}: {what}",
            ("verify", "nothing-1"),
            file_of("cipherfab.toml", shape.replace("{x}", toml_of(text))),
        )


def _variables() -> Iterator[Input]:
    """Variables of the environment, which a script of others may have set."""
    for what, text in TEXTS.items():
        yield Input(
            "variables",
            f"CIPHERFAB_HOME: {what}",
            ("reproduce", "abcdef"),
            variables={"CIPHERFAB_HOME": f"./q/{text[:200]}"},
        )
        yield Input(
            "variables",
            f"CIPHERFAB_WALL: {what}",
            ("verify", "d.toml"),
            file_of("d.toml", description("mine")),
            {"CIPHERFAB_WALL": text},
        )


def _verdicts() -> Iterator[Input]:
    """What a description says of its author, of a core that fails: the verdict is ours."""
    for what, text in TEXTS.items():
        said = toml_of(text)
        before = f"author = {said}\nlicence = {said}\nurl = {said}\ndescription = {said}"

        def make(folder: Path, before=before) -> None:
            file_of("d.toml", description("mine", before=before))(folder)
            file_of("tiny.v", RTL.replace("{hidden}", ""))(folder)

        yield Input("verdicts", what, ("verify", "d.toml", "--seed", "1"), make)

# SPDX-License-Identifier: Apache-2.0
"""VHDL cores whose files are in libraries of several names."""

import shutil
from dataclasses import replace

import pytest

from cipherfab.design import Design
from cipherfab.errors import CallError, DesignError, ToolError
from cipherfab.imports import native, third_party
from cipherfab.imports.description import read
from cipherfab.imports.sources import read_sources
from cipherfab.results.digest import canonical
from cipherfab.tools import ghdl
from cipherfab.verify.answers import genkat

pytestmark = pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")

HOMONYM = """package gift64_pkg is
  constant STEPS : integer := {steps};
end package;
"""
"""A package of the name that the core's own one has in another library."""


@pytest.fixture
def core(cores):
    """Writes the description of a core whose package is in a library, with these sources."""
    folder = cores / "vhdl"
    source = folder / "gift64.vhd"
    source.write_text(
        source.read_text().replace(
            "use work.gift64_pkg.all;", "library crypto;\nuse crypto.gift64_pkg.all;"
        )
    )

    def write(sources: str, **files: str):
        path = folder / "gift64.toml"
        text = path.read_text()
        start = text.index("sources =")
        path.write_text(f"{text[:start]}sources = [{sources}]{text[text.index(chr(10), start) :]}")
        for name, content in files.items():
            (folder / f"{name}.vhd").write_text(content)
        return path

    return write


PACKAGE = '{ file = "gift64_pkg.vhd", library = "crypto" }'


def _answers(design: Design) -> bool:
    """Whether GHDL's own simulation gives three known answers."""
    inputs, outputs = genkat.calls("gift-64")
    return [
        {name: int(bits, 2) for name, bits in answer.items()}
        for answer in native.call(design, inputs[:3])
    ] == list(map(dict, outputs[:3]))


@pytest.mark.parametrize(
    "package", [PACKAGE, '{ path = "gift64_pkg.vhd", logical_name = "CRYPTO" }']
)
def test_a_package_may_be_in_a_library(core, package):
    """In whatever order it is written, and beside a package of the same name in ``work``; the
    sources are simulated with the same libraries, also out of a stored design.
    """
    path = core(f'"steps.vhd", "gift64.vhd", {package}', steps=HOMONYM.format(steps=28))
    source = path.parent / "gift64.vhd"
    source.write_text(
        source.read_text().replace(
            "G_ROUNDS : integer := 3", "G_ROUNDS : integer := work.gift64_pkg.STEPS"
        )
    )
    path.write_text(path.read_text().replace("G_ROUNDS = 28, ", ""))
    design = third_party.load(path)
    assert sorted(design.third_party.vhdl_files.values()) == ["crypto", "work", "work"]
    assert design.third_party.vhdl_library == "work"
    assert _answers(Design.from_json(design.to_json()))


def test_the_top_may_be_in_a_library(core):
    """It is found by its name, and is simulated there."""
    design = third_party.load(core(f'{PACKAGE}, {{ file = "gift64.vhd", library = "Cores" }}'))
    assert design.third_party.vhdl_library == "cores" and design.top == "Gift64"
    assert _answers(design)


def test_the_entity_in_work_is_the_top_and_elsewhere_there_may_be_one(core):
    """An entity of the top's name in another library is another one; without one in ``work`` two
    of them are an error.
    """
    other = "entity Gift64 is end entity;\narchitecture a of Gift64 is begin end architecture;\n"
    path = core(f'{PACKAGE}, {{ file = "o.vhd", library = "a" }}, "gift64.vhd"', o=other)
    assert third_party.load(path).third_party.vhdl_library == "work"
    path.write_text(
        path.read_text().replace('"gift64.vhd"]', '{ file = "gift64.vhd", library = "b" }]')
    )
    with pytest.raises(CallError, match="'Gift64' in one library, it is in a and b"):
        third_party.load(path)


def test_another_library_is_another_core(core):
    """The hash of the sources and the key of a job tell the libraries apart; a core without
    libraries of its own has the hash that it had.
    """
    path = core(f'{PACKAGE}, "gift64.vhd"')
    source, designs = path.parent / "gift64.vhd", [third_party.load(path)]
    path.write_text(path.read_text().replace('library = "crypto"', 'library = "cipher"'))
    source.write_text(source.read_text().replace("crypto", "cipher"))
    designs.append(third_party.load(path))
    hashes = {design.third_party.source_hash for design in designs}
    stored = [
        replace(design, third_party=replace(design.third_party, source_hash="", vhdl={})).to_json()
        for design in designs
    ]
    assert len(hashes) == 2 and len({canonical(one) for one in stored}) == 2
    sources = read_sources(read(path))
    assert sources.digest != replace(sources, libraries={}).digest


def test_ports_may_have_types_of_a_library(cores):
    """A type is named with its library where the sources are simulated."""
    folder = cores / "vhdl"
    for name, text in (
        (
            "word_pkg",
            "library ieee; use ieee.std_logic_1164.all;\npackage word_pkg "
            "is type key_t is array (0 to 3) of std_logic_vector(31 downto 0);\nend;",
        ),
        ("wrap", (folder / "gift64.vhd").read_text()),
    ):
        (folder / f"{name}.vhd").write_text(text)
    source = folder / "gift64.vhd"
    text = source.read_text().replace(
        "use work.gift64_pkg.all;",
        "use work.gift64_pkg.all;\nlibrary words; use words.word_pkg.all;",
    )
    text = text.replace("key : in std_logic_vector(127 downto 0)", "key : in key_t")
    source.write_text(
        text.replace("key & plaintext", "key(0) & key(1) & key(2) & key(3) & plaintext")
    )
    path = folder / "gift64.toml"
    path.write_text(
        path.read_text().replace('"bench.vhd"', '{ file = "word_pkg.vhd", library = "words" }')
    )
    design = third_party.load(path)
    assert "words.word_pkg.key_t" in design.third_party.vhdl_types
    assert _answers(design)


def test_two_entities_of_one_name_are_told_apart_or_refused(core):
    """In two libraries: GHDL 2.0.0 gives both modules one name, and which is meant is lost; a later
    one tells them apart.
    """
    part = (
        "library ieee; use ieee.std_logic_1164.all;\nentity part is port (a : in std_logic; y :"
        " out std_logic); end;\narchitecture r of part is begin y <= {} a; end;\n"
    )
    path = core(
        f'{PACKAGE}, "gift64.vhd", {{ file = "one.vhd", library = "one" }}, '
        f'{{ file = "two.vhd", library = "two" }}',
        one=part.format(""),
        two=part.format("not"),
    )
    source = path.parent / "gift64.vhd"
    text = source.read_text().replace("library crypto;", "library crypto, one, two;")
    text = text.replace(
        "done <= '1' when mode = FINISHED else '0';",
        "was <= '1' when mode = FINISHED else '0';\n"
        "u : entity one.part port map (a => was, y => same);\n"
        "v : entity two.part port map (a => was, y => other);\n"
        "done <= same and not other;",
    )
    source.write_text(
        text.replace("signal mode, reg", "signal was, same, other : std_logic;\n  signal mode, reg")
    )
    if ghdl.version() == "2.0.0":
        with pytest.raises(ToolError, match=r"two modules called \\part.* rename one"):
            third_party.load(path)
    else:
        assert _answers(third_party.load(path))


def test_what_a_library_does_is_judged_too(core):
    """A file object in a package of a library is refused; a procedure of its own that is called as
    one of the language's is none.
    """
    package = "package spy_pkg is procedure readline; end;\npackage body spy_pkg is\n{}end;\n"
    body = "procedure readline is {} begin end;\n"
    path = core(
        f'{PACKAGE}, {{ file = "spy.vhd", library = "spy" }}, "gift64.vhd"',
        spy=package.format(body.format("")),
    )
    source = path.parent / "gift64.vhd"
    source.write_text(
        source.read_text()
        .replace("library crypto;", "library crypto, spy;")
        .replace("begin\n  next_number", "begin\n  spy.spy_pkg.readline;\n  next_number")
    )
    assert "spy" in third_party.load(path).third_party.vhdl_libraries.values()
    (path.parent / "spy.vhd").write_text(
        "use std.textio.all;\n"
        + package.format(body.format('file f : text open read_mode is "/etc/passwd";'))
    )
    with pytest.raises(CallError, match="spy.vhd:4: a file object is refused"):
        third_party.load(path)


def test_verilog_may_have_an_entity_of_a_library(core):
    """In a core of two languages, of ``work`` or of a library."""
    path = core("")
    folder = path.parent.parent
    for library in ("", "cores"):
        entity = (
            '"vhdl/gift64.vhd"'
            if not library
            else ('{ file = "vhdl/gift64.vhd", library = "cores" }')
        )
        mixed = folder / "mixed.toml"
        mixed.write_text(
            f'name = "mixed"\n[rtl]\nsources = [{entity}, "mixed/over_vhdl.sv", '
            '{ file = "vhdl/gift64_pkg.vhd", library = "crypto" }]\n'
            'top = "over_vhdl"\nclock.port = "clock"\nreset = { port = "reset", kind = "async" }\n'
            '[bare]\nalgorithm = "gift-64"\nstart = "go"\ndone = "ready"\ndone_pulse = true\n'
            'inputs.key = "key"\ninputs.plaintext = "text"\noutputs.ciphertext = "cipher"\n'
        )
        design = third_party.load(mixed)
        assert design.third_party.language == "VHDL and SystemVerilog"


WRONG = [
    ('library = "work"', "the library cannot be called 'work', it is where every file goes"),
    ('library = "IEEE"', "the library cannot be called 'ieee', VHDL has it"),
    ('library = "std"', "the library cannot be called 'std', VHDL has it"),
    ('library = "signal"', "expected a library with a name of VHDL"),
    ('library = "../x"', "expected a library with a name of VHDL"),
    ('library = "x__y"', "expected a library with a name of VHDL"),
    ('library = "x\\n"', "expected a library with a name of VHDL"),
    ('library = "\\u00e4"', "expected a library with a name of VHDL"),
    ('library = ""', "expected a library with a name of VHDL"),
    (f'library = "{"x" * 101}"', "expected a library with a name of VHDL"),
    ("library = 5", "expected a string for 'library', got 5"),
    ('librarry = "x"', "unknown key 'librarry'; did you mean 'library'?"),
    ('logical_name = "a", library = "b"', "got both of 'library'"),
    ('file_type = "vhdlSource"', "unknown key 'file_type'"),
    ('path = "b.vhd", library = "x"', "got both of 'file'"),
]


@pytest.mark.parametrize(
    "given, words",
    [
        *((f'{{ file = "gift64_pkg.vhd", {given} }}', words) for given, words in WRONG),
        ('{ file = "gift64_pkg.vhd" }', 'a file of none is written as "gift64_pkg.vhd"'),
        ('{ library = "x" }', "got no 'file'"),
        (f'{PACKAGE}, "gift64_pkg.vhd"', "gift64_pkg.vhd is in two libraries, crypto and work"),
        (f'{PACKAGE}, "./gift64_pkg.vhd"', "gift64_pkg.vhd is in two libraries, crypto and work"),
        ('{ file = "x.v", library = "foo" }', "libraries are of VHDL; x.v is Verilog"),
        ("5", "expected a string or a table in 'sources', got 5"),
    ],
)
def test_wrong_libraries_are_refused_with_what_was_expected(core, given, words):
    """Before any tool sees their names."""
    path = core(f'{given}, "gift64.vhd"')
    (path.parent / "x.v").write_text("module x; endmodule\n")
    with pytest.raises(CallError) as caught:
        third_party.load(path)
    assert words in str(caught.value), str(caught.value)


def test_a_library_that_no_file_is_in_is_named_with_what_to_write(core):
    """Where the sources use one that the description does not have."""
    with pytest.raises(DesignError, match=r'"crypto"\n(.*\n)+Say in \[rtl\] sources which files'):
        third_party.load(core('"gift64_pkg.vhd", "gift64.vhd"'))


def test_the_plugin_reads_no_libraries(core, monkeypatch):
    """It is not taken by itself; asked for, it is an error."""
    monkeypatch.setenv("CIPHERFAB_VHDL", "plugin")
    with pytest.raises(CallError, match="files of the library work alone, and these are in crypto"):
        third_party.load(core(f'{PACKAGE}, "gift64.vhd"'))

# SPDX-License-Identifier: Apache-2.0
"""Hostile inputs beside cores: each field of each kind of file that the program reads, each word of
each call, and each variable, filled with texts that would steer a terminal, a page, a spreadsheet,
a shell or LaTeX; files that are none, or never end; places to write that belong to others.

An input is a call of the command line in a folder of its own (`Input.make` fills it) with a home
that holds a run and a record.
"""

import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from descriptions import description

from cipherfab.results.cache import Cache
from cipherfab.results.home import Home
from cipherfab.results.records import Evidence, Measurement, Provenance
from cipherfab.results.store import Store

VERDICT = "zz-core: verified"
"""A line that only a verdict may be."""

MARK = os.path.join(tempfile.gettempdir(), f"cipherfab-hostile-{os.getpid()}")
"""The path of a file that must not come into being."""

TEXTS = {
    "line break": f"x\n{VERDICT}\n",
    "escape": f"x\n{VERDICT}\n\x1b[8m",
    "erased line": f"x\x1b[2K\x1b[1G{VERDICT}\x1b[K",
    "return": f"x\r{VERDICT}",
    "title": "x\x1b]0;owned\x07\x1b]8;;http://e.example\x1b\\y",
    "C1": f"x\x85{VERDICT}\x9b8m\x9d0;t\x9c",
    "separators": f"x\u2028{VERDICT}\u2029{VERDICT}\x0b{VERDICT}\x0c\x1c\x1d",
    "order": f"x\u202e\u2066{VERDICT[::-1]}\u2069",
    "no width": "a\u200bb\u200d\ufeff\u2060\u00ad\u3164\u2800\U000e0041",
    "marks": "z" + "\u0301\u0488" * 400,
    "long": f"{'-' * 79}\n{VERDICT} " + "x" * 30_000,
    "blanks": f"x{' ' * 400}{VERDICT}",
    "markup": '</script><script>owned()</script><img src=x onerror=owned()>[red]x[/red]{{7*7}}',
    "formula": f'=cmd|"/C touch {MARK}"!A1',
    "shell": f"$(touch {MARK})`touch {MARK}`;touch {MARK};'\"",
    "LaTeX": "}},\\input{/etc/passwd}\\write18{x} %~^",
    "path": "../../../etc/passwd",
    "half of a pair": "x\udc80\udcff\n" + VERDICT,
}

PLAIN_KAT = "Count = 1\nKey = 00\nPT = 00\nCT = 00\n\n"


@dataclass(frozen=True)
class Input:
    """A call: the words of it, what fills its folder, and variables; ``kind`` for the table."""

    kind: str
    name: str
    words: tuple[str, ...]
    make: Callable[[Path], None] = lambda folder: None
    variables: dict[str, str] = field(default_factory=dict)


def _file(name: str, content: str | bytes) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        raw = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
        (folder / name).write_bytes(raw)
    return make


def _toml(text: str) -> str:
    """A TOML string of any text; half a pair cannot be written there, and stands raw."""
    return '"' + "".join(letter if letter.isprintable() and letter not in '"\\'
                         or "\udc80" <= letter <= "\udcff"
                         else f"\\U{ord(letter):08x}" for letter in text) + '"'


def corpus() -> list[Input]:
    """All of them, in a fixed order."""
    found = [*_words(), *_options(), *_descriptions(), *_sources(), *_answers(), *_libraries(),
             *_settings(), *_data_sets(), *_bundles(), *_variables(), *_verdicts(), *_stores(),
             *_entries(), *_no_files(), *_places()]
    assert len({(one.kind, one.name) for one in found}) == len(found)
    return found


COMMANDS = ("verify", "emit", "bench", "kat", "explore", "leakage", "power", "mutate", "frequency",
            "reproduce", "cite", "bundle", "compare", "faults")


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
            (pair, text) for pair in OPTIONS.items() for text in TEXTS.items()):
        begun = {"--on of liberty": f"liberty:q{text}", "an option": f"--q{text}",
                 "--waveform": f"none/{text}"}.get(option, f"q{text}")
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
    return base.replace(old, new.format(x=_toml(text)), 1)


def _descriptions() -> Iterator[Input]:
    """Fields of a description, of a core whose sources end the run at once."""
    for part in FIELDS:
        for what, text in TEXTS.items():
            def make(folder: Path, part=part, text=text) -> None:
                _file("d.toml", _described(part, text))(folder)
                _file("tiny.v", RTL.replace("{hidden}", " nonsense"))(folder)
            words = ("verify", "d.toml", "--seed", "1")
            yield Input("descriptions", f"{part}: {what}", words, make)


PLACES = {
    "a syntax error": ("tiny.v", "/* {x} */ module tiny(; {x} endmodule"),
    "a string": ("tiny.v", RTL.replace("{hidden}", ' ^ "{x}" ^ nowhere')),
    "a name": ("tiny.v", RTL.replace("{hidden}", " ^ \\{x} ")),
    "an assertion": ("tiny.v", RTL.replace("endmodule", '$error("{x}");\nendmodule')),
    "a VHDL comment": ("tiny.vhd", "-- {x}\nentity tiny is port ({x}); end;"),
    "a VHDL string": ("tiny.vhd", 'entity tiny is end; architecture a of tiny is begin assert '
                                  'false report "{x}" severity failure; end;'),
}


def _sources() -> Iterator[Input]:
    """Texts that a tool quotes in its messages."""
    for place, (name, shape) in PLACES.items():
        for what, text in TEXTS.items():
            def make(folder: Path, name=name, shape=shape, text=text) -> None:
                _file("d.toml", description("mine").replace("tiny.v", name))(folder)
                _file(name, shape.replace("{x}", text))(folder)
            yield Input("sources", f"{place}: {what}", ("verify", "d.toml", "--seed", "1"), make)


def _answers() -> Iterator[Input]:
    """Titles, comments, keys and values of known answers and vectors."""
    shapes = {"a key": "{x} = 00\n", "a value": "Count = {x}\n", "a comment": "# {x}\nKey = 1\n",
              "a title": "Count = 1\nKey = {x}\n"}
    for (place, shape), (what, text) in (
            (pair, text) for pair in shapes.items() for text in TEXTS.items()):
        content = shape.replace("{x}", text)
        yield Input("known answers", f"{place}: {what}",
                    ("verify", "ascon-128", "--model", "--kat", "k.txt"), _file("k.txt", content))
    for what, text in TEXTS.items():
        for place, shape in (("a title", "# {x}\nINS = zz\n"), ("a word", "INS = {x}\n")):
            yield Input("vectors", f"{place}: {what}",
                        ("verify", "ascon-128", "--vectors", "v.txt", "v.txt", "v.txt"),
                        _file("v.txt", shape.replace("{x}", text)))


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
            yield Input("Liberty", f"{part}: {what}",
                        ("bench", "ascon-p-6", "--on", "liberty:./l.lib", "--periods", "1"),
                        _file("l.lib", content))


def _settings() -> Iterator[Input]:
    """Commands, options and values of ``cipherfab.toml``."""
    shapes = {"home": "home = {x}\n", "a command": "[{x}]\nseed = 1\n",
              "an option": "[verify]\n{x} = 1\n", "a value": "[verify]\nseed = {x}\n"}
    for (place, shape), (what, text) in (
            (pair, text) for pair in shapes.items() for text in TEXTS.items()):
        yield Input("settings", f"{place}: {what}", ("verify", "nothing-1"),
                    _file("cipherfab.toml", shape.replace("{x}", _toml(text))))


def _data_sets() -> Iterator[Input]:
    """Each field of an entry of a data set."""
    from cipherfab.dataset import entry
    line = json.loads(entry.read()[0].line())
    for part in line:
        for what, text in list(TEXTS.items())[:6]:
            value = {text: text} if isinstance(line[part], dict) else (
                [text] if isinstance(line[part], list) else text)
            content = json.dumps({**line, part: value})
            yield Input("data sets", f"{part}: {what}", ("dataset", "info", "s.jsonl"),
                        _file("s.jsonl", content + "\n"))
            yield Input("data sets", f"{part}: {what}, chosen", ("choose", "--data", "s.jsonl"),
                        _file("s.jsonl", content + "\n"))


def zipped(files: dict[str, bytes], declared: int | None = None) -> bytes:
    """An archive; with ``declared`` its directory says this size of every file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        if declared is not None:
            for info in archive.filelist:
                info.file_size = declared
    return buffer.getvalue()


def _bundles() -> Iterator[Input]:
    """Fields of a bundle's manifest, and archives that are none, or too much."""
    from cipherfab.results.digest import digest
    usual = {"format": "cipherfab bundle 1", "id": "0" * 64, "kind": "implement", "cipherfab": "0",
             "records": [], "evidence": [], "files": {"entry.json": "0" * 64}}
    for part in usual:
        for what, text in TEXTS.items():
            value = {text: text} if part == "files" else (
                [{text: text}] if isinstance(usual[part], list) else text)
            manifest = {**usual, part: value}
            try:
                manifest["sha256"] = digest(manifest)
            except UnicodeEncodeError:
                manifest["sha256"] = "0"
            content = {"bundle.json": json.dumps(manifest).encode(), "entry.json": b"{}"}
            yield Input("bundles", f"{part}: {what}", ("reproduce", "b.zip"),
                        _file("b.zip", zipped(content)))
    big = b" " * (300 << 20)
    odd = {"a bomb": lambda: zipped({"bundle.json": big}),
           "a bomb that lies": lambda: zipped({"bundle.json": big}, declared=10),
           "nested": lambda: zipped({"bundle.json": b"[" * 100_000}),
           "no JSON": lambda: zipped({"bundle.json": b"\xff\xfe"}),
           "nothing": lambda: zipped({}), "no archive": lambda: b"PK\x03\x04" + b"\0" * 100}
    for what, make in odd.items():
        yield Input("bundles", what, ("reproduce", "b.zip"),
                    lambda folder, make=make: _file("b.zip", make())(folder))


def _variables() -> Iterator[Input]:
    """Variables of the environment, which a script of others may have set."""
    for what, text in TEXTS.items():
        yield Input("variables", f"CIPHERFAB_HOME: {what}", ("reproduce", "abcdef"),
                    variables={"CIPHERFAB_HOME": f"./q/{text[:200]}"})
        yield Input("variables", f"CIPHERFAB_WALL: {what}", ("verify", "d.toml"),
                    _file("d.toml", description("mine")), {"CIPHERFAB_WALL": text})


def _verdicts() -> Iterator[Input]:
    """What a description says of its author, of a core that fails: the verdict is ours."""
    for what, text in TEXTS.items():
        said = _toml(text)
        before = f"author = {said}\nlicence = {said}\nurl = {said}\ndescription = {said}"
        def make(folder: Path, before=before) -> None:
            _file("d.toml", description("mine", before=before))(folder)
            _file("tiny.v", RTL.replace("{hidden}", ""))(folder)
        yield Input("verdicts", what, ("verify", "d.toml", "--seed", "1"), make)


def _stored(text: str, home: Path) -> None:
    """A home whose store has a text in every field."""
    text = text.encode("utf-8", "replace").decode()     # half a pair is no text of SQLite's
    described = {"algorithms": [text], "bus": 32, "third_party": {
        name: text for name in ("author", "licence", "url", "language", "source_hash", "reader")}}
    with Store(Home(home).database) as store:
        store.add(evidence=[
            Evidence(link="rtl", check=text, passed=True, core=text, design="d" * 64,
                     detail={"text": text, "caveat": text, "described": described, text: text},
                     versions={text: text}, inputs={text: text})])
        facts = {"core": text, "platform": text, "recipe": text, "design": "d" * 64, "seed": 1,
                 "period_ps": 1000, "series": text, "provenance": Provenance(
                     versions={text: text}, inputs={text: text}, directory=f"cache/{text[:80]}",
                     command=text)}
        store.add_measurements(
            Measurement(metric="area_ge", value=-1234.5, **facts),
            Measurement(metric="fmax_mhz", value=None, status="refused", reason=text, **facts),
            Measurement(metric="cycles_formula", workload=text, value=text, **facts),
            Measurement(metric="throughput_mbps", workload=text, value=7.25, method=text, **facts))


SHOWS = (("report", "-o", "out"), ("export", "x.csv"), ("export", "x.json"),
         ("export", "--package", "out"), ("scrub",), ("choose", "--on", "nangate45"))


def _stores() -> Iterator[Input]:
    """Every field of every record of a store, wherever it is shown."""
    for what, text in TEXTS.items():
        for words in SHOWS:
            yield Input("stores", f"{' '.join(words)}: {what}", words,
                        lambda folder, text=text: _stored(text, folder / "home2"),
                        {"CIPHERFAB_HOME": "home2"})
    for what in ("escape", "markup"):
        yield Input("stores", f"site: {what}", ("site", "out"),
                    lambda folder, what=what: _stored(TEXTS[what], folder / "home2"),
                    {"CIPHERFAB_HOME": "home2"})


def _entry(text: str, folder: Path) -> None:
    run = {"design": text, "platform": text, "recipe": {"name": text}, "area_ge": 1.5,
           "fmax_mhz": text, "period_ps": text, "seed": text}
    job = {"kind": "implement", "function": "f", "inputs": {"text": text}, "code": {},
           "versions": {text: text}}
    cache = Cache(Home(folder / "home2"))
    with cache.workspace(job) as place:
        key = cache.commit(job, run, place, 1.0).key
    (folder / "id").write_text(key)


def _entries() -> Iterator[Input]:
    """Names in an entry of the cache whose hashes are right."""
    for what, text in TEXTS.items():
        def make(folder: Path, text=text) -> None:
            _entry(text.encode("utf-8", "replace").decode(), folder)
        for command in ("cite", "reproduce", "bundle"):
            yield Input("entries", f"{command}: {what}", (command, "@ID@"), make,
                        {"CIPHERFAB_HOME": "home2"})


NO_FILES = {
    "a folder": lambda path: path.mkdir(), "a pipe": lambda path: os.mkfifo(path),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to randomness": lambda path: path.symlink_to("/dev/urandom"),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "a large file": lambda path: os.truncate(_made(path), 3 << 30),
    "nothing": lambda path: None, "an empty file": lambda path: path.touch(),
    "NULs": lambda path: path.write_bytes(b"\0" * 5000),
    "bytes": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "a name of a link": lambda path: path.symlink_to("x" * 255),
}


def _made(path: Path) -> Path:
    path.touch()
    return path


READERS = {
    "description": ("f.toml", ("verify", "f.toml")),
    "known answers": ("f.txt", ("verify", "ascon-128", "--kat", "f.txt")),
    "vectors": ("f.txt", ("verify", "ascon-128", "--vectors", "f.txt", "f.txt", "f.txt")),
    "Liberty": ("f.lib", ("bench", "ascon-p-6", "--on", "liberty:f.lib")),
    "packed Liberty": ("f.lib.gz", ("bench", "ascon-p-6", "--on", "liberty:f.lib.gz")),
    "data set": ("f.jsonl", ("choose", "--data", "f.jsonl")),
    "bundle": ("f.zip", ("reproduce", "./f.zip")),
    "settings": ("cipherfab.toml", ("list",)),
    "source": ("tiny.v", ("verify", "d.toml")),
    "home": ("home2", ("cite", "abcdef")),
}


def _no_files() -> Iterator[Input]:
    """What is no file, or no text, where a file is read."""
    for reader, (name, words) in READERS.items():
        for what, put in NO_FILES.items():
            def make(folder: Path, name=name, put=put) -> None:
                _file("d.toml", description("mine"))(folder)
                put(folder / name)
            variables = {"CIPHERFAB_HOME": "home2"} if reader == "home" else {}
            yield Input("no files", f"{reader}: {what}", words, make, variables)


THEIRS = "somebody's own text\n"

WRITERS = {
    "emit": ("emit", "ascon-p-6", "--no-cycles", "-o"),
    "emit --bare": ("emit", "ascon-128", "--bare", "-o"),
    "report": ("report", "-o"), "site": ("site",), "export": ("export",),
    "export --package": ("export", "--package"), "bundle": ("bundle", "@ID@", "-o"),
    "kat": ("kat", "gimli", "-o"), "waveform": ("verify", "gimli", "--waveform"),
    "study": ("study", "lilliput", "-o"), "data set": ("dataset", "build", "gimli", "-o"),
}

NAMES = ("README.md", "index.html", "tables.txt", "datapackage.json", "LICENSE")


def _theirs(folder: Path) -> None:
    (folder / "theirs").mkdir()
    for name in NAMES:
        (folder / "theirs" / name).write_text(THEIRS)


def _places() -> Iterator[Input]:
    """Places to write to that are somebody's, or none."""
    def linked(folder: Path) -> None:
        _theirs(folder)
        (folder / "out").mkdir()
        for name in NAMES:
            (folder / "out" / name).symlink_to(f"../theirs/{name}")
    kinds = {"folder of others": ("theirs", _theirs), "nothing": ("", lambda folder: None),
             "file of others": ("theirs/README.md", _theirs), "device": ("/dev/full", _theirs),
             "links": ("out", linked), "no folder": ("/proc/none/x", _theirs),
             "csv of others": ("theirs.csv", _file("theirs.csv", THEIRS)),
             "long": ("x" * 300 + ".csv", _theirs)}
    for writer, words in WRITERS.items():
        for what, (place, make) in kinds.items():
            yield Input("places", f"{writer}: {what}", (*words, place), make)

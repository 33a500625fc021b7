# SPDX-License-Identifier: Apache-2.0
"""Public cores (tools/public_cores.py and tools/public): what is read, what is said of it, and that
docs/results/verified-cores.md says no more.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from cipherfab.errors import CallError, ToolError
from cipherfab.results.digest import digest_text
from cipherfab.verify.finding import Finding, Unfinished, from_json

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import public_cores  # noqa: E402
from public import described, second, table  # noqa: E402

DESCRIPTIONS = sorted((TOOLS / "public").glob("*.toml"))
CORES = Path(__file__).parent / "imports/cores/verilog"
PAGE = next((TOOLS.parent / "docs").rglob("verified-cores.md"))
OWNER = "someone/gift"
WRONG = ("next_state[63] = ~next_state[63]", "next_state[63] = next_state[63]")
REMARK = "it is odd"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    """What git prints."""
    return subprocess.run(
        ["git", "-c", "user.name=n", "-c", "user.email=e", "-C", str(folder), *words],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip


@pytest.fixture(scope="module")
def clones(tmp_path_factory) -> Path:
    """A folder with one clone, of a core that is right at its first commit, and at its second one
    has a wrong S-box and a file that nobody reads.
    """
    root = tmp_path_factory.mktemp("clones")
    rtl = root / OWNER / "rtl"
    rtl.mkdir(parents=True)
    git(root / OWNER, "init", "-q")
    text = (CORES / "gift64.v").read_text()
    for name in ("gift64.v", "sbox.v", "sbox.hex", "constants.vh"):
        shutil.copy(CORES / name, rtl / name)
    git(root / OWNER, "add", ".")
    git(root / OWNER, "commit", "-q", "-m", "right")
    (rtl / "gift64.v").write_text(text.replace(*WRONG))
    (rtl / "broken.v").write_text("module Gift64(; endmodule\n")
    git(root / OWNER, "add", ".")
    git(root / OWNER, "commit", "-q", "-m", "wrong")
    return root


def description(clones: Path, folder: Path, name: str, *, back: int = 0, more: str = "") -> Path:
    """A description of the core ``back`` commits before the last one, as they lie in tools/public;
    ``more``: further lines of ``[public]``.
    """
    text = (CORES / "gift64.toml").read_text().replace("gift64-verilog", name)
    text = text.replace('top = "gift64"', 'top = "gift64"\ninclude_dirs = ["."]')
    commit = git(clones / OWNER, "rev-parse", f"HEAD~{back}")
    path = folder / f"{name}.toml"
    path.write_text(
        f'{text}\n[public]\nrepository = "{OWNER}"\ncommit = "{commit}"\nfolder = "rtl"\n'
        f'core = "the core"\n{more}'
    )
    return path


def test_a_copy_has_the_mends_of_its_description(clones, tmp_path):
    """What a mend names is replaced in the copy, whose name says so, and in nothing else; other
    text at its place is an error.
    """
    right, wrong = WRONG
    head = description(clones, tmp_path, "wrong")
    plain = described.laid_out(described.read(head), clones / OWNER, tmp_path / "plain")
    before_it = (plain.parent / "gift64.v").read_text().partition(wrong)[0]
    line, column = before_it.count("\n") + 1, len(before_it) - before_it.rfind("\n")
    gone = f'{{ bytes = {len(wrong)}, sha256 = "{digest_text(wrong)}" }}'
    mend = (
        f'[[public.mends]]\nfile = "gift64.v"\nwhy = "w"\nline = {line}\ncolumn = {column}\n'
        f'replaces = {gone}\ntext = "{right}"\n'
    )
    public = described.read(description(clones, tmp_path, "wrong", more=mend))
    as_is = described.laid_out(public, clones / OWNER, tmp_path / "as-is")
    path = described.mended(public, clones / OWNER, tmp_path / "mended")
    assert tomllib.loads(path.read_text())["name"] == "wrong-mended"
    before, after = ((one.parent / "gift64.v").read_text() for one in (as_is, path))
    assert before != after == before.replace(wrong, right)
    other = replace(public, mends=({**public.mends[0], "column": column + 1},))
    with pytest.raises(CallError, match=f"other text in gift64.v, line {line}"):
        described.mended(other, clones / OWNER, tmp_path / "other")


def run_tool(monkeypatch, capsys, *words: str) -> tuple[int, str, str]:
    """The code with which the tool ends, and what it prints on both streams."""
    monkeypatch.setattr(sys, "argv", ["tool", *words])
    code = public_cores.main()
    return code, *capsys.readouterr()


@pytest.fixture
def verdicts(monkeypatch):
    """`cipherfab verify` says what this dictionary has for a description: its findings."""
    said, calls = {}, []

    def run(path, asked, **options):
        calls.append(Path(path).stem)
        findings = said[Path(path).stem]
        return {"passed": all(one["passed"] for one in findings), "findings": findings}

    monkeypatch.setattr(public_cores.verify, "run", run)
    said["calls"] = calls
    return said


def found(passed: bool, **more) -> list[dict]:
    """One finding."""
    said = Finding("rtl", "known answers", passed, "output 1 is wrong", 1.0, more=more)
    return [said.to_json()]


def test_each_kind_of_verdict(clones, tmp_path, monkeypatch, capsys, verdicts):
    """Verified, verified with a remark, failed and not shown whose, not read, no clone and no such
    commit each have their word; the sentence counts them; what is not there, or fails unforeseen,
    ends with 1.
    """
    for name in ("plain", "odd", "wrong"):
        description(clones, tmp_path, name, more='fails = "all"\n' if name == "wrong" else "")
    verdicts |= {"plain": found(True), "odd": found(True, caveat=f"{REMARK}: here"),
                 "wrong": found(False)}  # fmt: skip
    unread = description(clones, tmp_path, "unread", more='fails = "a syntax error"\n')
    unread.write_text(unread.read_text().replace('"gift64.v", "sbox.v"', '"broken.v"'))
    words = ("--descriptions", str(tmp_path), "--results", str(tmp_path / "known.json"))
    code, out, err = run_tool(monkeypatch, capsys, *words, "--root", str(clones))
    assert (code, err) == (0, "")
    assert "wrong: FAILED; all; not shown whose\n" in out and "unread: not read; " in out

    code, out, err = run_tool(monkeypatch, capsys, *words, "--table")
    assert "Of 4 public cores 2 are verified, 1 of them without a remark. 1 fail; of 0 of" in out
    assert "1 are not read, or not judged." in out and f"| verified | {REMARK} |" in out
    assert [line.split("`")[1] for line in out.splitlines() if "someone" in line] == [
        "odd", "plain", "unread", "wrong"]  # fmt: skip
    code, out, err = run_tool(monkeypatch, capsys, *words, "--root", str(tmp_path), "plain")
    assert code == 1 and f"git clone https://github.com/{OWNER}" in err
    (tmp_path / "plain.toml").write_text(re.sub('commit = ".*"', f'commit = "{"0" * 40}"',
                                                (tmp_path / "plain.toml").read_text()))  # fmt: skip
    code, out, err = run_tool(monkeypatch, capsys, *words, "--root", str(clones), "plain")
    assert code == 1 and f"git fetch https://github.com/{OWNER} {'0' * 40}" in err


def test_what_was_not_run_is_said(clones, tmp_path, monkeypatch, capsys, verdicts):
    """A core without a verdict, or with one of another commit, stands in the table as not judged,
    and the command ends with 1.
    """
    verdicts["core"] = found(True)
    words = ("--descriptions", str(tmp_path), "--results", str(tmp_path / "known.json"))
    for back in (0, 1):
        description(clones, tmp_path, "core", back=back)
        code, out, _ = run_tool(monkeypatch, capsys, *words, "--table")
        assert code == 1 and "| not judged | not run |" in out
        assert run_tool(monkeypatch, capsys, *words, "--root", str(clones))[0] == 0


def test_a_failure_is_kept_where_a_tool_gives_up(clones, tmp_path, monkeypatch, capsys):
    """A core that failed a check before a tool ran out of time has failed; without that it is not
    judged, which is another thing than not read.
    """
    raised = [
        Unfinished(ToolError("ghdl: stopped"), from_json(found(False))),
        ToolError("ghdl: stopped"),
    ]

    def run(path, asked, **options):
        raise raised.pop(0)

    monkeypatch.setattr(public_cores.verify, "run", run)
    description(clones, tmp_path, "core", more='fails = "all"\n')
    words = ("--descriptions", str(tmp_path), "--results", str(tmp_path / "known.json"))
    code, out, _ = run_tool(monkeypatch, capsys, *words, "--root", str(clones))
    assert code == 0 and "core: FAILED; all; not shown whose" in out
    out = run_tool(monkeypatch, capsys, *words, "--root", str(clones), "--again")[1]
    assert "core: not judged; ghdl: stopped" in out


def test_a_verdict_that_is_not_foreseen_ends_with_1(
    clones, tmp_path, monkeypatch, capsys, verdicts
):
    """A core that fails, and is not known to, or the other way round."""
    description(clones, tmp_path, "new")
    description(clones, tmp_path, "mended", more='fails = "all"\n')
    verdicts |= {"new": found(False), "mended": found(True)}
    words = ("--descriptions", str(tmp_path), "--results", str(tmp_path / "known.json"))
    code, _, err = run_tool(monkeypatch, capsys, *words, "--root", str(clones))
    assert code == 1
    assert "new: FAILED, and [public] says otherwise" in err
    assert "mended: verified, and [public] says otherwise" in err


def test_what_is_verified_again(clones, tmp_path, monkeypatch, capsys, verdicts):
    """A core is verified once, and again if its commit or our code is another, or if it is asked
    for; its counterexample is played again if it is another.
    """
    description(clones, tmp_path, "core", back=1)
    verdicts["core"] = found(True)
    words = ("--descriptions", str(tmp_path), "--results", str(tmp_path / "known.json"),
             "--root", str(clones))  # fmt: skip

    def calls(*more: str) -> int:
        verdicts["calls"].clear()
        assert run_tool(monkeypatch, capsys, *words, *more)[0] == 0
        return len(verdicts["calls"])

    assert [calls(), calls(), calls("--again"), calls()] == [1, 0, 1, 0]
    description(clones, tmp_path, "core")
    assert [calls(), calls()] == [1, 0]
    monkeypatch.setattr(public_cores, "rtl_job", lambda design, seed: {"kind": "rtl", "code": 2})
    verdicts["core"] = found(False)
    plays = []
    monkeypatch.setattr(second, "played", lambda *given: plays.append(given) or "wrong in X, too")
    for place in (0, 1):
        more = f"[public.counterexample]\ncalls = [{{ plaintext = {place} }}]\n"
        description(clones, tmp_path, "core", more=f'fails = "all"\n{more}')
        assert [calls(), calls(), len(plays)] == [1 - place, 0, 1 + place]
    assert "core: FAILED; all; wrong in X, too" in run_tool(monkeypatch, capsys, *words)[1]


def test_a_core_is_verified_at_its_commit(clones, tmp_path, monkeypatch, capsys):
    """What is read is the commit that the description names, and not what is checked out; nothing
    is left in the clone.
    """
    description(clones, tmp_path, "right", back=1)
    words = ("--descriptions", str(tmp_path), "--results", str(tmp_path / "known.json"))
    code, out, err = run_tool(monkeypatch, capsys, *words, "--root", str(clones))
    assert (code, out, err) == (0, "right: verified; \n", "")
    assert git(clones / OWNER, "status", "--porcelain") == ""


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
def test_a_counterexample_in_a_second_simulator(clones, tmp_path):
    """The core is blamed where both simulators are wrong; not where the sources are right, be it
    that the netlist is wrong, or that the counterexample shows nothing.
    """
    calls = {"calls": [{"key": "00" * 16, "plaintext": "00" * 8}]}

    def played(name: str, back: int, reader=None) -> str:
        public = described.read(description(clones, tmp_path, name, back=back))
        path = described.laid_out(public, clones / OWNER, tmp_path / name)
        return second.played(reader or public_cores.build(str(path), tmp_path / name), path,
                             tmp_path / name, calls)  # fmt: skip

    assert played("wrong", 0) == "wrong in Icarus Verilog, too: call 1: wrong ciphertext"
    assert played("right", 1) == ""
    calls["control"] = calls["calls"]
    assert played("controlled", 0) == ""
    del calls["control"]
    public = described.read(description(clones, tmp_path, "read", back=0))
    netlist = public_cores.build(str(described.laid_out(public, clones / OWNER, tmp_path / "n")),
                                 tmp_path / "n")  # fmt: skip
    assert played("sources", 1, netlist) == ""


def test_a_source_of_ours_lies_beside_theirs(clones, tmp_path):
    """A file that the description calls ours is taken from the folder beside it and not looked for
    in the clone; one that is missing there is an error.
    """
    path = description(clones, tmp_path, "core", more='ours = ["sbox.v"]\n')
    with pytest.raises(FileNotFoundError):
        described.read(path)
    (tmp_path / described.OURS).mkdir()
    (tmp_path / described.OURS / "sbox.v").write_text("// ours\n")
    public = described.read(path)
    assert "rtl/sbox.v" not in public.files and "rtl/gift64.v" in public.files
    laid = described.laid_out(public, clones / OWNER, tmp_path / "tree").parent
    assert (laid / "sbox.v").read_text() == "// ours\n"


def test_our_section_is_the_last_one(clones, tmp_path):
    """What stands behind ``[public]`` would not reach `cipherfab verify`, so it is an error."""
    path = description(clones, tmp_path, "core", more='[tb]\ntop = "x"\n')
    with pytest.raises(CallError, match="last section"):
        described.read(path)


def test_the_page_is_written_between_its_marks():
    """Only what stands between the marks is new, and a page without them is an error."""
    page = f"a\n{table.BEGIN}\nold\n{table.END}\nb\n"
    assert table.fresh(page, "new") == page.replace("old", "new")
    with pytest.raises(CallError):
        table.fresh("a\n", "new")


@pytest.mark.parametrize("path", DESCRIPTIONS, ids=lambda path: path.stem)
def test_each_description_names_what_it_is_of(path):
    """Repository, commit, author and licence, and a name that is that of its file; nothing but
    descriptions lies in the folder beside our code.
    """
    public, facts = described.read(path), tomllib.loads(path.read_text())
    assert public.name == path.stem
    assert re.fullmatch(r"[\w.-]+/[\w.-]+", public.repository)
    assert re.fullmatch("[0-9a-f]{40}", public.commit)
    assert facts["author"] and facts["license"] and public.core
    assert facts["url"] == f"https://github.com/{public.repository}"
    assert {one.suffix for one in path.parent.iterdir() if one.is_file()} == {".toml", ".py"}


def rows() -> dict[str, list[str]]:
    """The rows of the page, by the name of the description."""
    text = PAGE.read_text().partition(table.BEGIN)[2].partition(table.END)[0]
    lines = [line[2:-2].split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {cells[1].split("`")[1]: cells for cells in lines[1:]}


def test_the_page_has_each_description():
    """The table of the page has each description, at its commit, with the verdict that is
    foreseen; the sentence says what the table has; no core is blamed without a second simulator.
    """
    publics = {path.stem: described.read(path) for path in DESCRIPTIONS}
    assert set(rows()) == set(publics)
    known = {}
    for name, cells in rows().items():
        public = publics[name]
        assert cells[0] == f"{public.repository} {public.commit[:7]}"
        assert (cells[4] == table.VERIFIED) == (not public.fails)
        played = ", too: " in cells[5]
        assert cells[4] != table.FAILED or played != (table.UNKNOWN in cells[5])
        assert not played or public.counterexample
        known[name] = {"verdict": cells[4], "remarks": cells[5], "played": played}
    assert table.sentence(list(known.values())) in PAGE.read_text()
    assert sum(one["verdict"] == table.VERIFIED for one in known.values()) >= 24

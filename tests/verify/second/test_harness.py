# SPDX-License-Identifier: Apache-2.0
"""Harnesses: files that say which C is compared with which algorithm."""

import hashlib
import os
from pathlib import Path

import pytest
from small_c import SPECK

from cipherfab import cli
from cipherfab.errors import CallError, ToolError
from cipherfab.tools import compiler
from cipherfab.verify.second import check, harness, source

OWN = f"""
text = '''
{SPECK}'''

[[compare]]
algorithm = "speck-64-128"
function = "f"
"""


def written(directory, text: str = OWN) -> Path:
    """A harness in a folder."""
    path = directory / "own.toml"
    path.write_text(text)
    return path


WRONG = {
    "nothing": ("", "'compare'"),
    "no TOML": ("text = ", "not a TOML file"),
    "a key": (OWN + "functon = 'f'\n", "unknown key 'functon'"),
    "no C": (OWN.replace("text =", "other ="), "unknown key 'other'"),
    "both": ('file = "x.c"\n' + OWN, "both"),
    "a number": ("define = { N = 1.5 }\n" + OWN, "N = 1.5"),
    "a macro": ('define = { N = "1\\n2" }\n' + OWN, "strings and integers"),
    "a path": ('include = ["../.."]\n' + OWN, "paths below"),
    "a function": (OWN.replace('"f"', '"f("'), "name of a function"),
    "an algorithm": (OWN.replace("speck-64-128", "speck-64"), "unknown algorithm"),
    "no comparison": ("compare = []\ntext = 'int x;'\n", "1 to 200"),
    "a hash": (
        OWN + '[source]\nrepository = "a/b"\ncommit = "0"\nfiles = { "x.c" = "12" }\n',
        "SHA-256 of x.c",
    ),
}
"""A harness that is wrong, and what is said."""


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_harness_is_a_wrong_call(what, tmp_path):
    """With its file, and what was expected."""
    text, says = WRONG[what]
    with pytest.raises(CallError, match=says) as error:
        harness.read(written(tmp_path, text))
    assert what == "an algorithm" or "own.toml" in str(error.value)


def test_a_file_must_be_the_one_of_the_commit(tmp_path):
    """A file of the reference with another hash is refused, and one that is missing is named."""
    given = b"int x;\n"
    wanted = hashlib.sha256(given).hexdigest()
    text = f'{OWN}[source]\nrepository = "a/b"\ncommit = "00ff"\nfiles = {{ "x.c" = "{wanted}" }}\n'
    found = harness.read(written(tmp_path, text))
    with pytest.raises(CallError, match="x.c of a/b, commit 00ff"):
        found.check()
    (tmp_path / "x.c").write_bytes(given)
    found.check()
    (tmp_path / "x.c").write_bytes(b"int y;\n")
    with pytest.raises(CallError, match=wanted):
        found.check()


def test_the_built_in_harnesses_name_their_files():
    """Each says its repository, its commit and the hash of each file, and has no C of others."""
    for name in harness.built_in():
        found = harness.read(name, Path("/"))
        assert found.repository.count("/") == 1 and len(found.commit) == 40
        assert any(file.endswith(".c") for file in found.files)
        assert len(found.text) < 3000


@pytest.mark.skipif(not compiler.available(), reason="a C compiler, to run the same C")
def test_the_command_proves_and_refutes(tmp_path, capsys):
    """`second FILE.toml`: a line and a row for each comparison; exit code 1 if one is refuted."""
    text = OWN.replace("static void turn", "#define LAST 27\nstatic void turn").replace(
        "i < 27", "i < LAST"
    )
    path = written(tmp_path, text)
    with pytest.raises(SystemExit) as ended:
        cli.main(["second", str(path)], standalone_mode=False)
    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert "pass  speck-64-128: proved" in said and "64 inputs agree" in said
    assert "speck-64-128 | own, f | proved |" in said
    written(tmp_path, text.replace("LAST 27", "LAST 26"))
    with pytest.raises(SystemExit) as ended:
        cli.main(["second", str(path)], standalone_mode=False)
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert "FAIL  speck-64-128: refuted" in said and "1 inputs agree" in said


@pytest.mark.skipif(not compiler.available(), reason="a C compiler, to run the same C")
def test_c_that_was_read_wrongly_proves_nothing(tmp_path, monkeypatch):
    """Where the compiled C gives something else, what was proved is open."""
    monkeypatch.setattr(check.natively, "answers", lambda *given, **options: [{"CT": bytes(8)}])
    found = harness.read(written(tmp_path))
    (one,) = check.check(found, tmp_path)
    assert (one.passed, one.more["verdict"], one.more["native"]) == (None, "open", "differs")


@pytest.mark.skipif(not compiler.available(), reason="a C compiler, to run the same C")
def test_c_that_stops_when_it_is_compiled_proves_nothing(tmp_path):
    """The compiled C must come to its end behind a proof; here it alone sees a line that follows a
    null pointer.
    """
    text = OWN.replace("static void turn", "#ifdef __GNUC__\n#define END *(int *)0 = 1;\n#else\n"
                       "#define END\n#endif\nstatic void turn")  # fmt: skip
    head, _, body = text.partition("void f(")
    begun = body.index("{") + 1
    text = f"{head}void f({body[:begun]} END {body[begun:]}"
    (one,) = check.check(harness.read(written(tmp_path, text)), tmp_path)
    assert (one.passed, one.more["verdict"], one.more["native"]) == (None, "open", "stopped")


def test_a_preprocessor_that_refuses_the_c_is_told(tmp_path):
    """An include that is missing is the preprocessor's own message."""
    with pytest.raises(ToolError, match="missing.h"):
        source.preprocessed(
            '#include "missing.h"\n', include=[], define={}, directory=tmp_path, readable=[]
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", harness.built_in())
def test_the_second_texts_agree(name, tmp_path):
    """With the public C in the folder CIPHERFAB_SECOND_ROOT: every comparison is proved."""
    from cipherfab.commands import second

    root = os.environ.get("CIPHERFAB_SECOND_ROOT")
    if root is None:
        pytest.skip(
            f"needs CIPHERFAB_SECOND_ROOT, a folder with a clone of "
            f"{harness.read(name, tmp_path).repository}"
        )
    found = second.run([name], root=Path(root), seconds=300, native=True, say=lambda text: None)
    assert {one["verdict"] for one in found} == {"proved"}

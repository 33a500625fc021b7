# SPDX-License-Identifier: Apache-2.0
"""What all commands share: the group they stand in, their examples, their exit codes.

Exit codes: 0 success; 1 the design is wrong; 2 the call is wrong; 3 a tool is missing or failed.
"""

import os
import signal
import sys
import threading
import warnings
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from types import ModuleType

import click

from .. import plain
from ..errors import CallError, CipherfabError, of_the_system
from . import defaults

EPILOGS = {
    "list": "Example: cipherfab list --kind aead",
    "kat": "Example: cipherfab kat ascon-128 > LWC_AEAD_KAT_128_128.txt",
    "emit": "Example: cipherfab emit ascon-128a/unrolled=2,bus=16 -o ascon128a",
    "verify": "Example: cipherfab verify ascon-128/unrolled=3 --netlist --on nangate45 --seed 7",
    "acvp": "Example: cipherfab acvp prompt.json -o response.json --core ascon-aead128",
    "second": "Example: cipherfab second ascon --root ascon-c",
    "bench": "Example: cipherfab bench ascon-128 ascon-128a/unrolled=2 --on nangate45 --on ecp5",
    "compare": "Example: cipherfab compare ascon-128 mycore.toml --on nangate45",
    "report": "Example: cipherfab report -o site",
    "site": "Example: cipherfab site results",
    "columns": "Example: cipherfab columns --json",
    "completion": "Example: cipherfab completion bash > cipherfab.bash",
    "bundle": "Example: cipherfab bundle 3fa9c1d2 -o run.zip",
    "cite": "Example: cipherfab cite 3fa9c1d2",
    "reproduce": "Example: cipherfab reproduce 3fa9c1d2",
    "tools": "Example: cipherfab tools install xilinx",
    "scrub": "Example: cipherfab scrub --mend",
    "doctor": "Example: cipherfab doctor --json",
    "demo": "Example: cipherfab demo -o site",
    "export": "Example: cipherfab export results.parquet",
    "study": "Example: cipherfab study low-latency --quick -o low-latency",
    "leakage": "Example: cipherfab leakage ascon-p-6/masked=1 --glitches --traces 100000",
    "leakage-controls": "Example: cipherfab leakage-controls ascon-p-6/masked=1 --recipe area",
    "faults": "Example: cipherfab faults lilliput-tbc-ii-128/round,redundant=7",
    "power": "Example: cipherfab power ascon-aead128 gimli --recipe balanced --period 1000",
    "mutate": "Example: cipherfab mutate ascon-aead128 --count 100",
    "simulator-speed": "Example: cipherfab simulator-speed lilliput-tbc-ii-128",
    "choose": "Example: cipherfab choose --max-kge 12 --min-mbps 1000 --at-mhz 200 --needs "
    "decrypt,hash --message 64",
    "dataset": "Example: cipherfab dataset build ascon-aead128 -o cores.jsonl",
    "explore": "Example: cipherfab explore ascon-p-8/full --on nangate45 --runs 40",
    "frequency": "Example: cipherfab frequency ascon-aead128/round,hash gimli --period 700",
    "place": "Example: cipherfab place ascon-aead128 --recipe balanced --period 1000 -o placed",
}

SECTIONS = {
    "Make": ("list", "emit", "explore", "kat"),
    "Verify": ("verify", "second", "mutate", "acvp"),
    "Measure": ("demo", "bench", "compare", "study", "power", "frequency", "place"),
    "Choose": ("choose", "dataset"),
    "Attack": ("leakage", "leakage-controls", "faults", "simulator-speed"),
    "Publish": ("report", "site", "export", "columns", "bundle", "cite", "reproduce"),
    "Look after": ("doctor", "tools", "scrub", "completion"),
}
"""The commands as ``--help`` lists them, by what one wants to do."""

# 128 and the 2 of SIGINT.
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it; after another signal it is 128 and the signal's number
too.
"""

UNREAD = 141
"""Exit code where nobody reads what is printed: 128 and the 13 of SIGPIPE, as shells have it."""

# SIGINT is not among them: Python raises `KeyboardInterrupt` for it.
ENDING = (signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """A signal of `ENDING` has come; like Ctrl-C it goes through everything that must be closed,
    tools included.
    """


@contextmanager
def ended_in_order():
    """Turns signals of `ENDING` that nobody has set to anything into `Ended`."""

    def end(number, frame):
        raise Ended(number)

    # Only the main thread may set a handler; under `nohup` SIGHUP is ignored, which stays so.
    alone = threading.current_thread() is threading.main_thread()
    taken = [number for number in ENDING if alone and signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in taken:
            signal.signal(number, end)
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


CLOSED = (
    "error: expected an open standard output, got a closed one. Send it to a file, or to /dev/null."
)
"""What is said without a standard output, which exit code 1 would take for a verdict."""


class Group(click.Group):
    """Shows every expected failure, and files that cannot be read or written, as one message, and
    returns its exit code.
    """

    def main(self, *args, **options):
        """As click's, with both streams guarded; without a standard output nothing is begun."""
        # Python has None for a stream that was closed by who started it (`>&-`).
        sys.stderr = sys.stderr or Path(os.devnull).open("w")
        if sys.stdout is None:
            plain.say(CLOSED, err=True)
            sys.exit(CallError.exit_code)
        with plain.guarded():
            return super().main(*args, **options)

    def format_commands(self, ctx, formatter):
        """The commands in `SECTIONS`, each with the first sentence of its help."""
        width = max(map(len, self.commands))
        # click's own 6: its indent and the gap between the columns.
        limit = formatter.width - width - 6
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [
                        # Padded, since click aligns each section by its own longest name.
                        (name.ljust(width), self.commands[name].get_short_help_str(limit))
                        for name in names
                    ]
                )

    def make_context(self, *args, **options):
        """As click's; Ctrl-C while arguments are read ends as at any other time."""
        try:
            return super().make_context(*args, **options)
        except click.ClickException as error:
            raise _plain(error) from None
        except KeyboardInterrupt:
            sys.exit(_interrupted(INTERRUPTED))

    def invoke(self, context):
        try:
            with ended_in_order():
                return super().invoke(context)
        except click.BadParameter as error:
            # A wrong value may come from `cipherfab.toml`, which nobody typed just now.
            error.message += defaults.whence(error)
            raise _plain(error) from None
        except click.ClickException as error:
            raise _plain(error) from None
        except CipherfabError as error:
            plain.message(f"error: {error}")
            sys.exit(error.exit_code)
        # A reader that has seen enough, such as `head`, needs no message; but what was not done to
        # its end has not passed.
        except BrokenPipeError:
            # This arm stands before `OSError`, since a broken pipe is one.
            sys.exit(UNREAD)
        except OSError as error:
            found = of_the_system(error)
            plain.message(f"error: {found}")
            sys.exit(found.exit_code)
        except (KeyboardInterrupt, Ended) as signalled:
            sys.exit(
                _interrupted(
                    128 + signalled.args[0] if isinstance(signalled, Ended) else INTERRUPTED
                )
            )
        except Exception as error:
            if _of_an_interrupt(error):
                sys.exit(_interrupted(INTERRUPTED))
            # A bug of ours: its traceback is wanted.
            raise


def _plain(error: click.ClickException) -> click.ClickException:
    """The error with a message of one line, whatever words the call had."""
    error.message = error.message and plain.visible(error.message, plain.LINE)
    return error


def _of_an_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: some of Python's own calls turn one into another."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _interrupted(code: int) -> int:
    """Say so; the exit code."""
    plain.say(
        "interrupted; what was finished is stored, the same command goes on from there.", err=True
    )
    return code


@click.group(
    cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(package_name="cipherfab")
@click.option("-q", "--quiet", "loudness", flag_value="quiet", help="No progress display.")
@click.option(
    "-v",
    "--verbose",
    "loudness",
    flag_value="verbose",
    help="A line for each job that ends, cached ones too.",
)
@click.pass_context
def main(context, loudness):
    """Hardware for lightweight authenticated encryption: written from one description, proved,
    measured.

    A core is named ALGORITHM[/ARCHITECTURE[,OPTION…]], for example ascon-128/unrolled=3,bus=16.
    Defaults may stand in cipherfab.toml, see docs/how-to/command-line.md; a shell completes names,
    see `cipherfab completion --help`.
    """
    # Before the subcommand reads its options, which look into this map.
    context.default_map = defaults.read(main)
    if loudness:
        from ..runs import progress

        progress.loudness = loudness
    # A refused core leaves parts that Amaranth was never asked to build; what is wrong is said in
    # the error.
    warnings.filterwarnings("ignore", message=".*created but never used")
    warnings.formatwarning = _warning


def _warning(message, category, filename, lineno, line=None) -> str:
    """A warning for people: what it says, not where the source says it."""
    if category is UserWarning:
        return f"warning: {message}\n"
    return f"{filename}:{lineno}: {category.__name__}: {message}\n"


def command(name: str):
    """A subcommand whose help ends with its example."""
    return main.command(name, epilog=EPILOGS[name])


def _one_form(context: click.Context, option: click.Parameter, value: bool) -> bool:
    """Text, JSON or LaTeX: of two that are asked for the later one is refused."""
    if not value:
        return False
    # click calls back in the order of the call, so a second form finds the first one here.
    asked = context.meta.setdefault("cipherfab.form", option.opts[0])
    if asked != option.opts[0]:
        raise click.UsageError(
            f"{asked} and {option.opts[0]}: expected one of them, got both; leave out one."
        )
    return True


as_json = click.option(
    "--json", "as_json", is_flag=True, callback=_one_form, help="Print JSON instead of text."
)


def as_table(function):
    """The options ``--json`` and ``--latex`` of a command that prints tables."""

    @wraps(function)
    def called(*arguments, as_latex: bool, **options):
        # Here, and not while options are read: of a call that is refused click closes nothing.
        with _latex() if as_latex else nullcontext():
            return function(*arguments, **options)

    latex = click.option(
        "--latex",
        "as_latex",
        is_flag=True,
        callback=_one_form,
        help="Print booktabs tables for LaTeX; all else as comments.",
    )
    # Outermost, so that `--help` shows ``--json`` first.
    return as_json(latex(called))


def _latex() -> AbstractContextManager[None]:
    """Standard output as LaTeX."""
    from ..report import latex

    return latex.printed()


def print_json(value) -> None:
    """Print ``value`` as JSON on standard output."""
    plain.block(plain.as_json(value, indent=2) + "\n")


def tell(command: ModuleType, found, as_json: bool) -> None:
    """Print what a module of `commands` found, as JSON or as it shows it."""
    print_json(found) if as_json else command.show(found)


def judge(command: ModuleType, found, as_json: bool) -> None:
    """Print what a module of `commands` found, and end with the exit code that it gives it."""
    tell(command, found, as_json)
    sys.exit(command.exit_code(found))


def end(result) -> None:
    """Say which jobs failed, and exit with the code of a benchmark or a study."""
    for failure in result.failures:
        plain.message(f"failed: {failure.job['label']}: {failure.error}")
    sys.exit(result.exit_code)

"""The entry point: finds commands by file name, and turns errors into one line and an exit status."""

from __future__ import annotations

import contextlib
import errno
import functools
import importlib
import os
import pkgutil
import shutil
import signal
import sys
import warnings
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from lydite.core import progress
from lydite.core.errors import TYPED, InputError, LyditeError, did_you_mean, quoted, shortened
from lydite.reporting.readable import chosen_errors, tell, visible_streams

if TYPE_CHECKING:
    from collections.abc import Iterator

_MISTAKE = 70  # EX_SOFTWARE of sysexits.h
_LONGEST = 500  # characters of a message that nobody wrote for users
_PHRASES = ("candidate", "reference", "phrase", "second", "tags")  # arguments that name no file
_LATER = 0.05  # seconds until an interruption that nobody heard comes again
_NARROW = 50  # columns; click makes help no narrower
_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
}


class FoldedHelp:
    """A command whose help, in a narrow terminal, has what an option is for below the option."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        if formatter.width < _NARROW:
            formatter.write_dl = functools.partial(formatter.write_dl, col_max=6)
        super().format_help(ctx, formatter)  # type: ignore[misc]  # of the class beside this one


class Command(FoldedHelp, TyperCommand):
    """One command. Of its arguments only phrases may be empty: as a file, that is the current folder."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed."""
        some_empty = "" in args
        left: list[str] = super().parse_args(ctx, args)
        for one in self.params if some_empty else ():
            given = ctx.params.get(one.name)
            empty = given == "" or (isinstance(given, tuple) and "" in given)
            if empty and one.param_type_name == "argument" and one.name not in _PHRASES:
                raise InputError(f"{str(one.name).upper()} is empty; is a variable of the shell not set?")
        return left


class Commands(FoldedHelp, TyperGroup):
    """A group whose commands are the modules of a package."""

    package = "lydite.cli"

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names of the commands."""
        path = importlib.import_module(self.package).__path__
        return sorted(m.name.rstrip("_") for m in pkgutil.iter_modules(path) if not m.name.startswith("_"))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import the module of a command and return it."""
        if cmd_name not in self.list_commands(ctx):
            return None
        path = importlib.import_module(self.package).__path__
        plain = any(m.name == cmd_name for m in pkgutil.iter_modules(path))
        module = importlib.import_module(f"{self.package}.{cmd_name}{'' if plain else '_'}")
        if hasattr(module, "__path__"):
            return _group(module.__name__, cmd_name, module.__doc__)
        app = typer.Typer(**_PLAIN)
        needs = getattr(module, "NEEDS_ARGUMENTS", True)
        epilog = _one_a_line(getattr(module, "EXAMPLES", ""))
        app.command(cmd_name, cls=Command, epilog=epilog, no_args_is_help=needs)(module.command)
        return _plainly_typed(typer.main.get_command(app))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; one that is not there may be near to one that is."""
        known = self.list_commands(ctx)
        if args and args[0] not in known:
            hint = did_you_mean(args[0], known)
            raise InputError(f"there is no command {args[0]!r}{hint} ({ctx.command_path} --help shows all)")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, each with its whole description: nothing is cut off."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (n, self.get_command(ctx, n).get_short_help_str(limit=1_000))
                    for n in self.list_commands(ctx)
                ]
            )


def _group(package: str, name: str, help: str | None, callback: Any = lambda: None) -> Any:
    kind, root = type("Commands", (Commands,), {"package": package}), package == "lydite.cli"
    app = typer.Typer(
        cls=kind, no_args_is_help=not root, invoke_without_command=root, name=name, help=help, **_PLAIN
    )
    app.callback(epilog="Start with: lydite demo" if root else None)(callback)
    return typer.main.get_command(app)


def _one_a_line(examples: str) -> str | None:
    """Return examples so that each can be copied from its own line."""
    title, _, rest = examples.partition(": ")
    return "\n".join(["\b", f"{title}:", *(f"  {e}" for e in rest.split(" · "))]) if rest else None


def _plainly_typed(command: Any) -> Any:
    """Call numbers numbers in help and messages."""
    for parameter in command.params:
        if parameter.type.name in ("int range", "float range", "integer", "float"):
            parameter.type.name = "number"
    return command


def _version(asked: bool) -> None:  # noqa: FBT001
    if asked:
        from lydite.version import installation

        typer.echo(installation())
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001
        bool,
        typer.Option(
            "--version",
            help="Print the version, the versions of dependencies and the extras.",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Score predictions against gold, by meaning as well as by spelling, and test word vectors."""
    if context.invoked_subcommand is None:
        from lydite.cli._first_screen import first_screen

        typer.echo(first_screen())


def application() -> Any:
    """Return the whole command line as one group."""
    return _group("lydite.cli", "lydite", _root.__doc__, _root)


def main(args: list[str] | None = None) -> None:
    """Run the command line; bad input ends with one line on standard error and status 2.

    So does Ctrl-C. What a scheduler ends (SIGTERM) cleans up as well and has the usual status, 143. A mistake
    in lydite itself has one line, too, and status 70; with ``LYDITE_DEBUG=1`` its trace stands above.
    """
    _open_closed()
    if args is None and not sys.warnoptions and not _debugging():
        warnings.simplefilter("ignore")  # those of libraries are for programmers; for users there are notes
    progress.show()
    with visible_streams(), _quiet_interruptions():
        _run(args)


def _run(args: list[str] | None) -> None:
    heard = [n for n in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(n) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _interrupt) for number in heard}  # jobs of scripts ignore Ctrl-C
    _INTERRUPTED.clear()
    if "_LYDITE_COMPLETE" in os.environ:  # a shell asks what may follow
        from typer._completion_classes import completion_init

        completion_init()
    typed = TYPED.set(tuple(sys.argv[1:] if args is None else args))
    try:
        application()(args, prog_name="lydite", **_narrow())
    except LyditeError as error:
        _end(str(error))
    except Interruption:
        _end("interrupted")
    except BrokenPipeError:
        _leave_quietly()
    except OSError as error:  # standard output cannot be written, such as to a full disk
        gone = error.errno == errno.ENOENT and error.filename is None  # no folder to look for names in
        place = "the folder in which lydite was started" if gone else error.filename or "standard output"
        place = str(place) if len(str(place)) <= 1_000 else quoted(str(place))
        _end(f"{place}: {error.strerror or error}")
    except UnicodeEncodeError as error:
        if not (chosen := chosen_errors()):
            _end_mistake(error)
        what = f"{error.encoding} has no bytes for U+{ord(error.object[error.start]):04X}"
        _end(f"standard output: {what}, and PYTHONIOENCODING says {chosen}")
    except MemoryError:  # gold and predictions are held whole, and a small archive may hide a large file
        _end("the memory does not suffice for this input")
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # typer's own answer to it is status 1
            _leave_quietly()
        raise
    except BaseException as error:  # noqa: BLE001 # polars' panics are no Exceptions
        _end_mistake(error)
    finally:
        TYPED.reset(typed)
        for number, handler in before.items():
            signal.signal(number, handler)


def _narrow() -> dict[str, int]:
    """Return the width of help, where the terminal is a narrow one."""
    wide = shutil.get_terminal_size().columns - 2
    return {"terminal_width": max(22, wide)} if wide < _NARROW else {}


def _end(why: str, status: int = 2) -> None:
    progress.clear()  # loops that were left by an error are closed later only
    if _INTERRUPTED:  # whatever failed then: a library that called back missed what the call should have done
        why = "interrupted; no file is left half written"
        status = 2 if _INTERRUPTED[0] == signal.SIGINT else 128 + _INTERRUPTED[0]
    tell(why)
    sys.exit(status)


def _end_mistake(error: BaseException) -> None:
    """Say in one line what nobody foresaw."""
    if _debugging() and not _INTERRUPTED:
        import traceback

        sys.stderr.write("".join(traceback.format_exception(error)))
    what = shortened(" ".join(f"{type(error).__name__}: {error}".split()), _LONGEST)
    _end(f"a mistake in lydite itself: {what}; LYDITE_DEBUG=1 shows where, please report it", _MISTAKE)


def _debugging() -> bool:
    return os.environ.get("LYDITE_DEBUG", "0") not in ("", "0")


def _leave_quietly() -> None:
    """The reader of a pipe went away, as in lydite … | head: nobody is left to be told anything."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(0)


def _open_closed() -> None:
    """Standard streams that were closed (>&-) read nothing and write nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


class Interruption(BaseException):
    """Ctrl-C, or SIGTERM; unlike KeyboardInterrupt it is not caught (as status 1) on its way up here."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.signal = signal


_INTERRUPTED: list[int] = []
"""The signals that came: of an exception within a call of C nobody hears."""


def _interrupt(signum: int, frame: Any) -> None:  # noqa: ARG001
    _INTERRUPTED.append(signum)
    raise Interruption(signum)


def _interrupt_again(signum: int, frame: Any) -> None:
    signal.signal(signum, _interrupt)
    if sys.exc_info()[0] is None:  # else something is on its way up already, and cleans up
        _interrupt(signum, frame)


@contextlib.contextmanager
def _quiet_interruptions() -> Iterator[None]:
    """Let Python not print where in a call of C it was interrupted, but interrupt again a little later."""
    before, again = sys.unraisablehook, list[Any]()
    send = signal.raise_signal if sys.platform == "win32" else functools.partial(os.kill, os.getpid())

    def hear(error: Any) -> None:
        from threading import Timer

        if error.exc_type is not Interruption:
            before(error)
            return
        signal.signal(_INTERRUPTED[0], _interrupt_again)
        again.append(Timer(_LATER, send, _INTERRUPTED[:1]))
        again[-1].start()

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = before
        for timer in again:
            timer.cancel()

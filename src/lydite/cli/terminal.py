"""The entry point: finds commands by file name, and turns errors into one line and an exit status."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import shutil
import signal
import sys
import traceback
import warnings
from typing import TYPE_CHECKING, Any

import click

from lydite.cli.app import NARROW, Commands, usage_error
from lydite.cli.start import first_screen
from lydite.core import progress
from lydite.core.errors import TYPED, LyditeError, quoted, shortened
from lydite.reporting.readable import chosen_errors, tell, visible_streams
from lydite.version import installation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MISTAKE = 70  # EX_SOFTWARE of sysexits.h
_LONGEST = 500  # characters of a message that nobody wrote for users
_LATER = 0.05  # seconds until an interruption that nobody heard comes again


class Application(Commands):
    """All commands. Errors go up to :func:`main`; click's own way would print some and hide others."""

    def main(self, args: Any = None, prog_name: str | None = None, *_: Any, **more: Any) -> Any:
        """Run a command and end with its status."""
        if os.environ.get("_LYDITE_COMPLETE"):  # a shell asks what may follow
            super().main(args, prog_name)
        self.perform(sys.argv[1:] if args is None else args, **more)
        sys.exit(0)

    def perform(self, args: Sequence[str], **more: Any) -> None:
        """Run a command."""
        with self.make_context("lydite", list(args), **more) as context:
            self.invoke(context)


def application() -> Application:
    """Return the whole command line as one group."""
    version = click.Option(
        ["--version"], is_flag=True, expose_value=False, is_eager=True, callback=_version,
        help="Print the version, the versions of dependencies and the extras.",
    )  # fmt: skip
    return Application(
        "lydite", callback=_start, params=[version], invoke_without_command=True,
        epilog="Start with: lydite demo",
        help="Score predictions against gold, by meaning as well as by spelling, and test word vectors.",
    )  # fmt: skip


def _version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:  # noqa: ARG001, FBT001
    if asked:
        sys.stdout.write(f"{installation()}\n")
        ctx.exit()


def _start() -> None:
    if click.get_current_context().invoked_subcommand is None:
        sys.stdout.write(f"{first_screen()}\n")


def main(args: list[str] | None = None) -> None:
    """Run the command line; bad input ends with one line on standard error and status 2.

    So does Ctrl-C. What a scheduler ends (SIGTERM) cleans up as well and has the usual status, 143. A mistake
    in lydite itself has one line, too, and status 70; with ``LYDITE_DEBUG=1`` its traceback is printed above.
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
    typed = TYPED.set(tuple(sys.argv[1:] if args is None else args))
    try:
        application()(args, "lydite", **_narrow())
    except LyditeError as error:
        _end(str(error))
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stderr.write(f"{error.format_message()}\n")
        sys.exit(2)
    except click.UsageError as error:
        _end(usage_error(error))
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
    except SystemExit:
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
    return {"terminal_width": max(22, wide)} if wide < NARROW else {}


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

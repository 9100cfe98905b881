"""The command line as data: commands by name, with options that are annotations of their functions.

``COMMANDS`` says what there is; the module of a command is imported when it is called, or its help is shown.
A module has a ``command``, a function under :func:`command`; a parameter whose type is a group of options
is replaced by the options of the class::

    @command(examples=("lydite score gold.jsonl run.jsonl",), digits=2)
    def command(gold: Annotated[str, Argument("Gold.")], *, inference: Inference, writing: Writing) -> Report:
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import click
from click.core import ParameterSource

from lydite.cli.options import Writing
from lydite.cli.outputs import check_output, outputs_together
from lydite.core.errors import InputError, did_you_mean
from lydite.core.options import Argument, Declared, Keyword, OptionGroup, declared

if TYPE_CHECKING:
    from lydite.reporting.report import Report

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # has no parameter before click 8.4

COMMANDS = {
    "agree": "Compare matchers with human judgements: answers to questions, rated pairs.",
    "build": "Build stores (of a Wikipedia, a wordnet, hashtags, …) and test sets for word vectors.",
    "build hashtags": "Build a store of hashtag embeddings from tweets, or add tweets to one.",
    "build testset": "Build test sets for probes of word vectors.",
    "build testset cldr": "Build test sets from Unicode's CLDR, without a network; items keep CLDR's codes.",
    "build testset wikidata": "Build a test set of categories from Wikidata's items and labels.",
    "build wikipedia": "Build a store of a Wikipedia: articles, redirects, categories, labels, links, leads.",
    "build wiktionary": (
        "Build a store of a Wiktionary: senses, labels, relations, links to Wikipedia and Wikidata."
    ),
    "build wordnet": (
        "Compile a wordnet: the Open Multilingual Wordnet's tab files, Princeton's dict folder, or WN-LMF."
    ),
    "compare": "Compare saved runs, with intervals and paired tests, without scoring again.",
    "content": (
        "Compare what corpora in several languages are about, by how well their vectors separate categories."
    ),
    "demo": "Run an example on embedded data, or write the files of all examples.",
    "gate": "Compare a new version with a baseline; exit status 1 if quality drops.",
    "hashtags": (
        "Work with tweets for #REval: split or describe them, recommend hashtags, list a hashtag's tweets."
    ),
    "hashtags describe": "Count tweets and hashtags, and list the hashtags that are used most.",
    "hashtags recommend": "Recommend hashtags for tweets, by a baseline for others to beat.",
    "hashtags split": "Split tweets into some to train on and some to test on, with their hashtags as gold.",
    "hashtags tweets": "List the tweets of hashtags by their ids, and by what they say.",
    "hop": "Test vectors and taxonomies by the links that they choose from Wikipedia articles to Philosophy.",
    "list": "List all measures, matchers, probes and so on, or explain one of them.",
    "match": "Score how well one phrase can replace another, from 0 to 1, and show why.",
    "probe": "Test word vectors on categories, analogies, scored pairs or outliers, side by side.",
    "report": "Write saved runs as one HTML page that needs no network: verdict, ranking, table, items.",
    "score": "Score predicted phrases or labels against gold ones, several systems side by side.",
    "semeval": "Score runs of SemEval-2016 Task 4 (sentiment in Twitter): classification and quantification.",
    "senses": "List the meanings of a phrase in a wordnet, a Wiktionary or a Wikipedia.",
    "synonyms": "Show the nearest synonyms of hashtags, best first.",
    "tune": "Learn parameters of a matcher from human judgements, or of word vectors from a test set.",
    "tune matcher": (
        "Look for the parameters of a matcher that agree best with people, and test them on held-out folds."
    ),
    "tune vectors": (
        "Look for the hyperparameters whose vectors score best, and report the best on words held out."
    ),
    "validate": "Check a file and list all its faults with their lines; exit status 2 if it has any.",
}
"""What commands are called and do; ``build`` is a group, since ``build hashtags`` is a command."""
_PHRASES = ("candidate", "reference", "phrase", "second", "tags")  # arguments that name no file
_COMMANDS = dict.fromkeys(("evaluate", "eval", "test"), "score") | {"substitutability": "match"}
"""What commands are called elsewhere, and here."""
_OPTIONS = {f"--{form}": f"; write --format {form}" for form in ("csv", "html", "json", "latex", "markdown")}
_OPTIONS |= {"--gold": "; gold is the first argument", "--pred": "; predictions follow gold"}
"""What options are called elsewhere, and how to do the same."""
NARROW = 50  # columns; click makes help no narrower


class CommandFunction(NamedTuple):
    """A command: its function, and how it is called."""

    run: Callable[..., None]
    options: tuple[Declared, ...]
    doc: str
    examples: tuple[str, ...]
    no_args_is_help: bool


def command(
    *,
    examples: Sequence[str] = (),
    without: Collection[str] = (),
    needs_arguments: bool = True,
    **defaults: Any,
) -> Callable[[Callable[..., Report | None]], CommandFunction]:
    """Return a decorator for the functions of commands: the report that one returns is written.

    Options of groups that the function declares itself, with a meaning of its own, or leaves out
    (``without``) are not added; ``defaults`` are those that are others here.
    """

    def decorate(function: Callable[..., Report | None]) -> CommandFunction:
        hints = get_type_hints(function, include_extras=True)
        own = {one.name: one for one in declared(function)}
        groups = {n: hints[n] for n in inspect.signature(function).parameters if n not in own}
        added = {name: _options_of(group, {*without, *own}, defaults) for name, group in groups.items()}
        order = [[own[n]] if n in own else added[n] for n in inspect.signature(function).parameters]
        known = {one.name for group in groups.values() for one in fields(group)}
        if unknown := {*without, *defaults} - known - {"digits"}:
            raise TypeError(f"no group of {function.__module__} has {', '.join(sorted(unknown))}")
        options = tuple({one.name: one for several in order for one in several}.values())
        outputs = {one.name: one.option.writes for one in options if one.option.writes}

        @functools.wraps(function)
        def run(**given: Any) -> None:
            for name, what in outputs.items():
                given[name] = check_output(given[name], what)
            appearing: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()
            if any(given[name] is not None for name in outputs):
                appearing = outputs_together(given, outputs)
            filled = {name: _filled(groups[name], added[name], given, defaults) for name in groups}
            with appearing:
                report = function(**{name: given[name] for name in own}, **filled)
                if report is not None:
                    next((one for one in filled.values() if isinstance(one, Writing)), Writing()).write(
                        report
                    )

        return CommandFunction(run, options, inspect.getdoc(function) or "", tuple(examples), needs_arguments)

    return decorate


def _options_of(
    group: type[OptionGroup], without: Collection[str], defaults: Mapping[str, Any]
) -> list[Declared]:
    return [
        one._replace(default=defaults.get(one.name, one.default))
        for one in declared(group)
        if one.name not in without and not isinstance(one.option, Keyword)
    ]


def _filled(
    group: type[OptionGroup],
    options: Sequence[Declared],
    given: Mapping[str, Any],
    defaults: Mapping[str, Any],
) -> OptionGroup:
    """Return a group with what was typed, and with the defaults of options that the command leaves out."""
    known = {f.name for f in fields(group)}  # type: ignore[arg-type]  # groups are dataclasses
    typed = {one.name: given[one.name] for one in options}
    return group(**({name: value for name, value in defaults.items() if name in known} | typed))


class Typed(ParamType):
    """What is typed for an option, checked as its declaration says."""

    def __init__(self, one: Declared) -> None:
        self.declared = one
        number = one.one in (int, float)
        self.choices = one.choices
        self.name = "|".join(one.choices) or ("number" if number else "path" if one.one is Path else "text")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Return the value of what was typed; defaults are values already."""
        if not isinstance(value, str) or param is None:
            return value
        return self.declared.read(value, param.opts[0] if isinstance(param, click.Option) else _name(param))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002
        """Return how help calls what is to be typed."""
        return f"<{self.name}>" if isinstance(param, click.Option) else None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:  # noqa: ARG002
        """Return what a shell may put in place of what has been typed so far."""
        from click.shell_completion import CompletionItem

        if self.declared.choices:
            return [CompletionItem(word) for word in self.declared.choices if word.startswith(incomplete)]
        kind = "file" if self.declared.one is Path or isinstance(param, click.Argument) else "plain"
        return [CompletionItem(incomplete, type=kind)] if kind == "file" else []


class ArgumentWithHelp(click.Argument):
    """An argument that help describes."""

    def __init__(self, one: Declared) -> None:
        option: Any = one.option
        self.about = option.help + (f" <{'|'.join(one.choices)}>" if one.choices else "")
        more: dict[str, Any] = {"required": one.default is MISSING, "nargs": -1 if one.several else 1}
        if one.default is not MISSING and not one.several:
            more["default"] = one.default
        super().__init__([one.name], type=Typed(one), metavar=option.metavar.upper() or None, **more)
        self.hidden = option.hidden

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return how usage calls it."""
        return [] if self.hidden else super().get_usage_pieces(ctx)


def parameter(one: Declared) -> click.Parameter:
    """Return the option, or argument, of a declaration."""
    if isinstance(one.option, Argument):
        return ArgumentWithHelp(one)
    required = one.default is MISSING
    default: Any = None if required else tuple(one.default or ()) if one.several else one.default
    about = one.option.help
    more: dict[str, Any]
    if one.type is bool:
        more = {"is_flag": True, "default": default, "show_default": bool(default)}
    else:
        low, high = one.option.low, one.option.high
        if low is not None:
            about += f"  [x>={low:g}]" if high is None else f"  [{low:g}<=x<={high:g}]"
        shown = one.option.shown or (default not in (None, ()) and default != "")
        more = {"type": Typed(one), "required": required, "multiple": one.several, "show_default": shown}
        more |= {} if required else {"default": default}
    return click.Option([one.name, *one.flags], help=about, **more)


class Folded:
    """A command whose help, in a narrow terminal, has what an option is for below the option."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        if formatter.width < NARROW:
            formatter.write_dl = functools.partial(formatter.write_dl, col_max=6)  # type: ignore[method-assign]
        super().format_help(ctx, formatter)  # type: ignore[misc]  # of the class next to this one

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; errors know the command."""
        try:
            left: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        return left


class Command(Folded, click.Command):
    """One command. Arguments that name files may not be empty: an empty path is the current folder."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed."""
        some_empty = "" in args
        left = super().parse_args(ctx, args)
        typed = ParameterSource.COMMANDLINE
        for one in self.params if some_empty else ():
            given = ctx.params.get(one.name or "")
            empty = given in ("", Path()) or (isinstance(given, tuple) and ("" in given or Path() in given))
            argument = isinstance(one, ArgumentWithHelp) and one.name not in _PHRASES
            if empty and argument and ctx.get_parameter_source(one.name or "") is typed:
                raise InputError(f"{_name(one)} is empty; is a variable of the shell not set?")
        return left

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the arguments, then the options."""
        shown = [one for one in self.params if isinstance(one, ArgumentWithHelp) and not one.hidden]
        if shown:
            with formatter.section("Arguments"):
                needed = ("", "  [required]")
                formatter.write_dl(
                    [(one.make_metavar(ctx), one.about + needed[one.required]) for one in shown]
                )
        super().format_options(ctx, formatter)


class Commands(Folded, click.Group):
    """A group whose commands are made when they are called."""

    path = ""
    """The name of the group; nothing for all."""

    @property
    def known(self) -> dict[str, str]:
        """The commands of this group, each with its description."""
        start = f"{self.path} ".lstrip()
        inner = {name.removeprefix(start): what for name, what in COMMANDS.items() if name.startswith(start)}
        return {name: what for name, what in inner.items() if " " not in name}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands."""
        return sorted(self.known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of a command and return it."""
        path = f"{self.path} {cmd_name}".lstrip()
        if path not in COMMANDS:
            return None
        if any(name.startswith(f"{path} ") for name in COMMANDS):
            made = Commands(cmd_name, help=COMMANDS[path], no_args_is_help=True)
            made.path = path
            return made
        name = "list_" if path == "list" else path.replace(" ", ".")
        return command_of(cmd_name, importlib.import_module(f"lydite.cli.{name}").command)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; one that is not there may be near to one that is."""
        if args and args[0] not in self.known and not ctx.resilient_parsing:
            meant = _COMMANDS.get(args[0])
            hint = f"; use lydite {meant}" if meant in self.known else did_you_mean(args[0], self.known)
            raise InputError(f"there is no command {args[0]!r}{hint} ({ctx.command_path} --help shows all)")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands, each with its whole description: nothing is cut off."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self.known.items()))


def command_of(name: str, made: CommandFunction) -> click.Command:
    """Return the command of a function."""
    options = {one.name: one for one in made.options}

    def run(**typed: Any) -> None:
        made.run(**{name: _value(options[name], value) for name, value in typed.items()})

    examples = "\n".join(["\b", "Examples:", *(f"  {one}" for one in made.examples)])
    return Command(
        name, callback=run, params=[parameter(one) for one in made.options], help=made.doc,
        epilog=examples if made.examples else None, no_args_is_help=made.no_args_is_help,
    )  # fmt: skip


def usage_error(error: click.UsageError) -> str:
    """Return in one sentence what was wrong with what was typed."""
    path = error.ctx.command_path if error.ctx else "lydite"
    more = f"({path} --help shows all)"
    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    options = [one for one in params if isinstance(one, click.Option)]
    match error:
        case click.NoSuchOption():
            name = error.option_name
            known = [flag for one in options for flag in (*one.opts, *one.secondary_opts)]
            near = did_you_mean(name, known) if len(name.lstrip("-")) > 1 else ""
            return f"there is no option {name}{_OPTIONS.get(name, near)} {more}"
        case click.MissingParameter():
            return f"{_name(error.param)} is missing {more}"
        case click.BadOptionUsage():
            flags = {flag for one in options if one.is_flag for flag in (*one.opts, *one.secondary_opts)}
            needs = "takes no" if error.option_name in flags else "needs a"
            return f"{error.option_name} {needs} value {more}"
        case _:
            text = error.format_message().rstrip(".")
            return f"{text[:1].lower()}{text[1:]} {more}"


def _name(parameter: click.Parameter | None) -> str:
    """Return how a parameter is called in messages."""
    if isinstance(parameter, click.Option):
        return " / ".join(parameter.opts)
    return str(parameter.metavar or parameter.name).upper() if parameter is not None else "an argument"


def _value(one: Declared, typed: Any) -> Any:
    """Return the value of what was typed."""
    if one.several and not typed and one.default is None:
        return None
    value = list(typed) if one.several else typed
    return value if one.option.read is None or value is None else one.option.read(value)

"""A measure, matcher, probe or chooser is a value: a frozen dataclass that documents itself."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import typing
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from lydite.core.errors import InputError, SpecError
from lydite.core.spec import values
from lydite.core.spec.grammar import Node, quote, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path


def param(
    default: Any = dataclasses.MISSING,
    *,
    help: str,
    low: float | None = None,
    high: float | None = None,
    choices: Callable[[], Iterable[str]] | None = None,
    alias: Callable[[str], str] | None = None,
    speed: bool = False,
    later: bool = False,
    spread: bool = False,
) -> Any:
    """Declare a parameter: its default, what it means, and the range it may take.

    ``choices`` asks whoever knows them for the words that a ``str`` may be; ``alias`` gives the one form of a
    word that may be said in several ways; ``speed`` says that a parameter changes how long the work takes,
    and no number; ``later`` that it came when numbers had been signed without it: signatures leave its
    default out, so that these and new numbers can still be compared. The rows of a table
    that is ``spread`` are given as parameters of their own: whatever name is no other parameter's.
    """
    known = {"help": help, "low": low, "high": high, "choices": choices, "alias": alias, "speed": speed}
    known |= {"later": later, "spread": spread}
    return dataclasses.field(default=default, metadata=known)


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """The declaration of one parameter."""

    name: str
    type: Any
    default: Any
    help: str
    low: float | None
    high: float | None
    speed: bool = False
    alias: Callable[[str], str] | None = None
    later: bool = False
    spread: bool = False

    @classmethod
    def of(cls, field: dataclasses.Field[Any], kind: Any) -> Parameter:
        """Read the declaration of a field; words to choose from are a type, whoever knows them."""
        known = field.metadata
        if known.get("choices") is not None:
            file = values.Resource in typing.get_args(kind)
            kind = Literal[tuple(known["choices"]())]
            kind = kind | values.Resource if file else kind
        return cls(
            field.name, kind, field.default, known.get("help", ""), known.get("low"), known.get("high"),
            known.get("speed", False), known.get("alias"), known.get("later", False),
            known.get("spread", False),
        )  # fmt: skip

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is dataclasses.MISSING

    @property
    def takes(self) -> str:
        """What it takes, in words."""
        words = values.describe(self.type)
        limits = f" from {self.low:g}" if self.low is not None else ""
        if self.high is not None:
            limits += f" to {self.high:g}" if limits else f" up to {self.high:g}"
        number = next((n for n in ("a whole number", "a number") if n in words), words)
        return words.replace(number, f"{number}{limits}", 1)


class Declaration:
    """Base of everything that a spec can name. Subclasses are frozen dataclasses.

    ``str(x)`` is the shortest spec that parses back to ``x``; ``x.signature()`` spells every default
    out and names sources by digest. Two objects of the same signature give the same numbers.
    """

    kind: ClassVar[str] = ""
    name: ClassVar[str] = ""
    reference: ClassVar[str] = ""
    """Where it comes from: paper, section, equation."""
    citation: ClassVar[str] = ""
    """The same, of an object that has a parameter called reference."""
    also: ClassVar[tuple[str, ...]] = ()
    """What else it is called; a spec may name it so, in any case."""
    revision: ClassVar[int] = 1
    """Raised when the numbers of an object change while its parameters stay; golden values hold it."""
    listed: ClassVar[bool] = True
    """Whether it is listed with the others of its kind; what only Python can make is not."""
    presets: ClassVar[dict[str, dict[str, Any]]] = {}
    """By the value of ``preset``, what stands for parameters that are none."""

    @classmethod
    @functools.cache
    def parameters(cls) -> dict[str, Parameter]:
        """Return the parameters by name, in declared order; those that must be named come last."""
        hints = typing.get_type_hints(cls)
        return {
            f.name: Parameter.of(f, hints[f.name])
            for f in sorted(dataclasses.fields(cls), key=lambda f: f.kw_only is True)  # type: ignore[arg-type]  # subclasses are dataclasses
            if f.name != "cut"
        }

    @classmethod
    def cited(cls) -> str:
        """Return where it comes from."""
        return cls.citation or cls.reference

    @classmethod
    def summary(cls) -> str:
        """Return the first line of the documentation."""
        return (inspect.getdoc(cls) or "").partition("\n")[0]

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:  # noqa: ARG003
        """Return values for the required parameters, with small files written into a folder.

        The common tests try every declared object with it; objects without required parameters need none.
        """
        return {}

    def __post_init__(self) -> None:
        for name, known in self.parameters().items():
            object.__setattr__(self, name, check(type(self), known, getattr(self, name)))
        self._preset()

    def arguments(self) -> dict[str, Any]:
        """Return the parameters with the values they have here."""
        return {name: getattr(self, name) for name in self.parameters()}

    @functools.cached_property
    def settings(self) -> dict[str, Any]:
        """The parameters, with the values of the preset where none was given."""
        given = self.arguments()
        return given | {k: v for k, v in self._preset().items() if given[k] is None}

    def sources(self) -> Mapping[str, str]:
        """Return what the numbers depend on beside the parameters: name and digest of weights, stores, lists.

        A source that is called like a parameter stands in its place.
        """
        return {}

    def __str__(self) -> str:
        return self._spelled(values.spell)

    def short(self) -> str:
        """Return the spec with files by name instead of path; with ``let`` for the names it parses back."""
        return self._spelled(values.shorten)

    def located(self) -> str:
        """Return the spec with files by absolute path, for a process that is in another folder."""
        return self._spelled(values.locate)

    def signature(self) -> str:
        """Return the spec with nothing left out: defaults spelled, sources by name and digest, no paths.

        What comes from a preset is marked as such, what only changes the speed is left out (as is the default
        of what came later), and a revision stands there from the second on.
        """
        sources = {n: quote(v) for n, v in self.sources().items()}
        known = self.parameters()
        old = {n for n, p in known.items() if p.speed or (p.later and self.is_default(n))}
        counted = {n: v for n, v in self.settings.items() if n not in old}
        spelled = {n: sources.get(n) or values.sign(v) for n, v in self._flat(counted).items()}
        spelled |= {n: f"preset:{spelled[n]}" for n in self._preset() if getattr(self, n) is None}
        revision = {"revision": str(self.revision)} if self.revision > 1 else {}
        return write(self.name, spelled | sources | revision, getattr(self, "cut", None))

    def _spelled(self, how: Callable[[Any], str]) -> str:
        given = [n for n, p in self.parameters().items() if p.required or not self.is_default(n)]
        rows = self._flat({n: getattr(self, n) for n in given})
        return write(self.name, {n: how(v) for n, v in rows.items()}, getattr(self, "cut", None))

    def _flat(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters by name, those of a table that is spread row by row."""
        known = self.parameters()
        return {k: v for n, own in given.items() for k, v in (own if known[n].spread else {n: own}).items()}

    def _preset(self) -> Mapping[str, Any]:
        return self.presets.get(getattr(self, "preset", ""), {})

    def is_default(self, name: str) -> bool:
        """Whether a parameter has its default."""
        return bool(getattr(self, name) == self._default(name))

    @classmethod
    @functools.cache
    def _default(cls, name: str) -> Any:
        """Return the default of a parameter as its type has it."""
        known = cls.parameters()[name]
        return check(cls, known, known.default)


def check(
    owner: type[Declaration], known: Parameter, value: Any, let: Mapping[str, str] | None = None
) -> Any:
    """Return the value as the parameter's type has it; SpecError where it does not fit."""
    from lydite.core.spec.registry import parse

    named = _named(known, value)
    try:
        coerced = values.coerce(named, known.type, parse, {} if let is None else let)
    except ValueError as error:
        if isinstance(error, SpecError):
            raise
        raise values.complain(owner.name, known.name, value, known.type) from None
    number = isinstance(coerced, int | float) and not isinstance(coerced, bool)
    low, high = known.low, known.high
    if number and ((low is not None and coerced < low) or (high is not None and coerced > high)):
        raise SpecError(f"{owner.name}: {known.name} takes {known.takes}, not {coerced:g}")
    return coerced


def _named(known: Parameter, value: Any) -> Any:
    """Return what another name of a word stands for; every other value as it is."""
    text = value.name if isinstance(value, Node) and not value.has_args and not value.has_cut else value
    if (
        known.alias is None
        or not isinstance(text, str)
        or text in [known.default, *values.choices(known.type)]
    ):
        return value
    try:
        return known.alias(text)
    except InputError as error:
        raise SpecError(str(error)) from error

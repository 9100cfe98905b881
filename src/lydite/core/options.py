"""Options are annotations of fields and parameters; the command line and Python's keywords are made of them.

    seed: Annotated[int, Option("Seed of everything random.", low=0)] = 0

The type, the default and the name are those of the field. Neither click nor numpy is imported here.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from lydite.core.arguments import wrong
from lydite.core.errors import InputError, did_you_mean

G = TypeVar("G", bound="OptionGroup")
_COLLECTIONS = (list, Sequence, Mapping)
Writes = Literal["", "answer", "file", "chart", "items"]


class Option:
    """What an option is for, what it may be, and how it is called on the command line."""

    def __init__(
        self,
        help: str,
        *flags: str,
        low: float | None = None,
        high: float | None = None,
        shown: str = "",
        writes: Writes = "",
        read: Callable[[Any], Any] | None = None,
        several: bool | None = None,
    ) -> None:
        self.help = help
        self.flags = flags
        """``--like-its-name`` if not given; of a bool also ``--no-…``."""
        self.low, self.high = low, high
        self.shown = shown
        """The default in words, where a value alone does not tell."""
        self.writes: Writes = writes
        """What is written to the path that is given; it is looked at before the work."""
        self.read = read
        """Makes the value of the text, or texts, that were typed."""
        self.several = several
        """Whether it may be typed more than once; by the type if not given."""


class Argument(Option):
    """An option that is given by its place on the command line."""

    def __init__(self, help: str = "", *, metavar: str = "", hidden: bool = False) -> None:
        super().__init__(help)
        self.metavar, self.hidden = metavar, hidden


class Keyword(Option):
    """An option of Python's functions only."""


class Declared(NamedTuple):
    """A field or a parameter that is an option."""

    name: str
    type: Any
    """Without ``None``."""
    default: Any
    """``MISSING`` for what must be given."""
    option: Option
    hint: Any
    """The type as it was written, with ``None`` where that is allowed."""

    @property
    def several(self) -> bool:
        """Whether it may be typed more than once."""
        if self.option.several is not None:
            return self.option.several
        kinds = get_args(self.type) if _is_union(self.type) else (self.type,)
        return any(get_origin(kind) in _COLLECTIONS for kind in kinds)

    @property
    def one(self) -> Any:
        """The type of what is typed once."""
        if get_origin(self.type) in (list, Sequence):
            return get_args(self.type)[0]
        return str if self.option.read is not None or _is_union(self.type) else self.type

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that are allowed, if only some are."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    @property
    def flags(self) -> tuple[str, ...]:
        """How it is called on the command line."""
        plain = self.name.replace("_", "-")
        return self.option.flags or ((f"--{plain}/--no-{plain}",) if self.type is bool else (f"--{plain}",))

    def read(self, text: str, name: str) -> Any:
        """Return the value of what was typed for an option that is called so."""
        kind = self.one
        if kind in (int, float):
            try:
                value: Any = kind(text)
            except ValueError:
                value = text
        else:
            value = Path(text) if kind is Path else text
        self.check(value, name)
        return value

    def check(self, value: Any, name: str = "") -> None:
        """Refuse what is of another type, none of the choices, or out of range."""
        name = name or self.name
        if (value is None and self._may_be_none) or self.option.read is not None:
            return
        if known := self.choices:
            if not isinstance(value, str):
                raise wrong(name, f"one of {', '.join(known)}", value)
            if value not in known:
                hint = did_you_mean(value, known)
                raise InputError(f"{name}: there is no {value!r}{hint} (there are {', '.join(known)})")
        elif self.type in (int, float):
            kind = Integral if self.type is int else Real
            low, high = self.option.low, self.option.high
            right = isinstance(value, kind) and not isinstance(value, bool)
            if not right or not (low is None or value >= low) or not (high is None or value <= high):
                raise wrong(name, _number(self.type, low, high), value)
        elif self.type is str and not isinstance(value, str):
            raise wrong(name, "a text", value)
        elif self.type is bool and not _is_bool(value):
            raise wrong(name, "True or False", value)

    @property
    def _may_be_none(self) -> bool:
        return self.default is None or types.NoneType in get_args(self.hint)


class OptionGroup:
    """A dataclass whose annotated fields are options; they are checked once, whoever gives them."""

    def __post_init__(self) -> None:
        """Check the options."""
        for one in declared(type(self)):
            one.check(getattr(self, one.name))


def declared(owner: Any) -> tuple[Declared, ...]:
    """Return the options that a group, or a function, declares itself."""
    return _declared(owner)


@functools.cache
def _declared(owner: Any) -> tuple[Declared, ...]:
    hints = get_type_hints(owner, include_extras=True)
    if is_dataclass(owner):
        defaults = {
            f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(owner)
        }
    else:
        given = inspect.signature(owner).parameters.values()
        defaults = {p.name: MISSING if p.default is p.empty else p.default for p in given}
    found = []
    for name, default in defaults.items():
        if get_origin(hints[name]) is Annotated:
            hint, *notes = get_args(hints[name])
            option = next((note for note in notes if isinstance(note, Option)), None)
            if option is not None:
                found.append(Declared(name, _without_none(hint), default, option, hint))
    return tuple(found)


def groups_in(group: type[OptionGroup]) -> dict[str, type[OptionGroup]]:
    """Return the groups that are fields of a group."""
    hints = get_type_hints(group, include_extras=True)
    return {
        one.name: hints[one.name]
        for one in fields(group)  # type: ignore[arg-type]  # groups are dataclasses
        if isinstance(hints[one.name], type) and issubclass(hints[one.name], OptionGroup)
    }


def all_options(*groups: type[OptionGroup]) -> dict[str, Declared]:
    """Return the options of groups, and of the groups in them; one that several declare is one option."""
    found: dict[str, Declared] = {}
    for group in groups:
        for one in (*declared(group), *all_options(*groups_in(group).values()).values()):
            found.setdefault(one.name, one)
    return found


def fill(group: type[G], given: Mapping[str, Any]) -> G:
    """Return a group, and the groups in it, with the options that were given by name.

    >>> from lydite.runs.request import Request
    >>> request = fill(Request, {"gold": "g", "systems": {"s": "r"}, "ties": "trec", "level": 0.9})
    >>> request.policy.ties, request.policy.missing
    ('trec', None)
    """
    own = {f.name: given[f.name] for f in fields(group) if f.name in given}  # type: ignore[arg-type]
    return group(**(own | {name: fill(inner, given) for name, inner in groups_in(group).items()}))


F = TypeVar("F", bound=Callable[..., Any])


def takes_options(*groups: type[OptionGroup], **others: Any) -> Callable[[F], F]:
    """Return a decorator: the ``**options`` of a function are those of groups, also in its signature.

    ``others`` are defaults that differ from those of the groups.
    """
    known = all_options(*groups)
    if unknown := others.keys() - known.keys():
        raise TypeError(f"no group has {', '.join(sorted(unknown))}")

    def decorate(function: F) -> F:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        names = {p.name for p in own}
        keyword = inspect.Parameter.KEYWORD_ONLY
        named = [
            inspect.Parameter(
                one.name, keyword, default=others.get(one.name, one.default), annotation=one.hint
            )
            for one in known.values()
            if one.name not in names and not isinstance(one.option, Argument)
        ]
        allowed = {*names, *(p.name for p in named)}

        @functools.wraps(function)
        def taking(*given: Any, **options: Any) -> Any:
            for name in options:
                if name not in allowed:
                    hint = did_you_mean(name, allowed)
                    raise TypeError(
                        f"{function.__name__}() got an unexpected keyword argument {name!r}{hint}"
                    )
            return function(*given, **options)

        vars(taking)["__signature__"] = signature.replace(parameters=[*own, *named])
        return taking  # type: ignore[return-value]

    return decorate


def _is_bool(value: Any) -> bool:
    """Whether a value is a bool, also of NumPy, or 0 or 1."""
    return type(value).__name__ in ("bool", "bool_") or (isinstance(value, Integral) and value in (0, 1))


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _without_none(hint: Any) -> Any:
    kinds = tuple(kind for kind in get_args(hint) if kind is not types.NoneType)
    return Union[kinds] if _is_union(hint) else hint  # noqa: UP007  # of a tuple


def _number(kind: type, low: float | None, high: float | None) -> str:
    """Return what a number may be.

    >>> _number(int, 0, None), _number(float, 0.5, 0.9999)
    ('a whole number from 0', 'a number from 0.5 to 0.9999')
    """
    name = "a whole number" if kind is int else "a number"
    low_end = "" if low is None else f" from {low:g}"
    return f"{name}{low_end}" if high is None else f"{name}{low_end} to {high:g}"

"""Parameters: what was typed, to a typed value, and back to text."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from lydite.core.arguments import wrong
from lydite.core.errors import SpecError, did_you_mean, quoted
from lydite.core.io.digests import digest
from lydite.core.io.files import user_path
from lydite.core.spec.grammar import Node, QuotedText, TableNode, quote

_WORDS = {"yes": True, "no": False, "true": True, "false": False}
UNVERSIONED = "unversioned"
"""What stands in signatures for the version of a function that has none."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A path to a source. In signatures it is the last part of its name and a digest, never the path."""

    path: str

    def __post_init__(self) -> None:
        if self.path == "-":
            raise SpecError("a source is read more than once, and standard input cannot be; give a file")

    @property
    def file(self) -> Path:
        """The path, ``~`` expanded."""
        return user_path(self.path)

    def identity(self) -> str:
        """``name:digest``; the same content under the same name signs the same anywhere."""
        return f"{self.file.name}:{digest(self.file)}"


@dataclass(frozen=True, eq=False)
class Function:
    """A function that Python passed. A spec prints its name and cannot say more; a signature has its version.

    ``call`` is None where a saved run names it: the function itself is elsewhere.
    """

    name: str
    version: str = UNVERSIONED
    call: Callable[..., Any] | None = None

    @classmethod
    def of(cls, argument: str, call: Any, name: str | None = None, version: str | None = None) -> Function:
        """Return a function under its qualified name, or another; InputError where one of them is unusable.

        >>> str(Function.of("match", str.upper)), Function.of("match", len, "length", "2").identity()
        ('str.upper', 'length:2')
        """
        if not callable(call):
            raise wrong(argument, "a function", call)
        for parameter, text in (("name", name), ("version", version)):
            if text is not None and not (isinstance(text, str) and text.strip() and text.isprintable()):
                raise wrong(parameter, "a text on one line", text)
        own: str = getattr(call, "__qualname__", type(call).__qualname__)
        return cls(name or own.rpartition("<locals>.")[2], version or UNVERSIONED, call)

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Function):
            return NotImplemented
        same = (self.name, self.version) == (other.name, other.version)
        return same and bool(self.call == other.call)  # a method is made anew at each use

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "call": None}  # results are sent to other processes, and functions are not

    def __deepcopy__(self, memo: Any) -> Function:
        return self

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def identity(self) -> str:
        """Return ``name:version``, as it stands in signatures."""
        return f"{self.name}:{self.version}"


class SavedNames(dict[str, str]):
    """What the specs of a saved run name: functions are those given, or only names."""

    def __init__(self, functions: Iterable[Function] = ()) -> None:
        super().__init__()
        self.functions = {f.name: f for f in functions}


_NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    type(None): "none",
    Function: "a Python function",
}


def coerce(value: Any, kind: Any, parse: Any, let: Mapping[str, str]) -> Any:
    """Turn what was typed, or given from Python, into a value of ``kind``; ValueError where it is not one."""
    for option in _options(kind):
        try:
            return _one(value, option, parse, let)
        except (ValueError, TypeError) as error:
            if isinstance(error, SpecError):
                raise
    raise ValueError(describe(kind))


def describe(kind: Any) -> str:
    """Return what a parameter takes, in words.

    >>> describe(int | Literal["all"])
    'all or a whole number'
    """
    names: list[str] = []
    for option in _options(kind):
        if typing.get_origin(option) is Literal:
            names.extend(str(a) for a in typing.get_args(option))
        elif option is bool:
            names += ["yes", "no"]
        elif option is Resource:
            names.append("a path")
        elif typing.get_origin(option) in (dict, Mapping):
            names.append("{key: value, …}")
        else:
            names.append(_NAMES.get(option) or f"a {getattr(option, 'kind', option)}")
    return ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0]


def choices(kind: Any) -> list[str]:
    """Return the words a parameter allows."""
    return [a for o in _options(kind) if typing.get_origin(o) is Literal for a in typing.get_args(o)]


def spell(value: Any) -> str:
    """Write a value as it is typed in a spec.

    >>> spell(True), spell(0.5), spell("my file.tsv")
    ('yes', '0.5', '"my file.tsv"')
    """
    return _spell(value, str, lambda resource: resource.path)


def locate(value: Any) -> str:
    """Write a value as it is typed in any other folder: files that are there by absolute path."""

    def place(resource: Resource) -> str:
        return str(resource.file.absolute()) if resource.file.exists() else resource.path

    return _spell(value, lambda declared: declared.located(), place)


def shorten(value: Any) -> str:
    """Write a value as it is typed where ``let`` says in which folders the files are."""
    return _spell(value, lambda declared: declared.short(), lambda resource: resource.file.name)


def sign(value: Any) -> str:
    """Write a value as it stands in a signature: every default, digests for paths."""
    return _spell(value, lambda declared: declared.signature(), Resource.identity)


def _spell(value: Any, nested: Callable[[Any], str], named: Callable[[Resource], str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Function):
        value = value.identity() if named is Resource.identity else value.name
    if isinstance(value, Resource):
        value = named(value)
    if isinstance(value, str):
        return quote(value) if value != "none" else '"none"'  # bare it stands for None
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_spell(v, nested, named)}" for k, v in value.items()) + "}"
    return nested(value)


def _options(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        # numbers and words first, so that "all" is not taken for a text
        order: dict[Any, int] = {Literal: 0, bool: 1, int: 2, float: 3, type(None): 4}
        return tuple(
            sorted(typing.get_args(kind), key=lambda o: order.get(typing.get_origin(o), order.get(o, 5)))
        )
    return (kind,)


def _one(value: Any, kind: Any, parse: Any, let: Mapping[str, str]) -> Any:
    word = value.name if isinstance(value, Node) and not value.has_args and not value.has_cut else None
    text = value.text if isinstance(value, QuotedText) else word
    if text is None and isinstance(value, str):
        text = word = value
    origin = typing.get_origin(kind)
    if origin is Literal:
        wanted = text if text is not None else value
        for allowed in typing.get_args(kind):
            if wanted == allowed or str(wanted) == allowed:
                return allowed
        raise ValueError
    if origin in (dict, Mapping):
        return _table(value, kind, parse, let)
    if kind is bool:
        return value if isinstance(value, bool) else _WORDS[_need(word)] if word in _WORDS else _fail()
    if kind in (int, float):
        return _number(value, kind)
    if kind is type(None):
        return None if value is None or word == "none" else _fail()
    if kind is str:
        return _need(text) if text is not None or not isinstance(value, int) else str(value)
    if kind is Resource:
        if isinstance(value, Resource):
            return value
        return Resource(let.get(text, text) if text is not None else str(value) if _path(value) else _fail())
    if isinstance(value, kind):
        return value
    if kind is Function:
        if callable(value):
            return Function.of("function", value)
        name = _need(text)
        return let.functions.get(name, Function(name)) if isinstance(let, SavedNames) else _fail()
    if isinstance(value, str):
        return parse(value, kind.kind, let)
    return parse(value, kind.kind, let) if isinstance(value, Node) else _fail()


def _table(value: Any, kind: Any, parse: Any, let: Mapping[str, str]) -> Any:
    rows = (
        dict(value.rows)
        if isinstance(value, TableNode)
        else dict(value)
        if isinstance(value, Mapping)
        else _fail()
    )
    if isinstance(value, TableNode) and len(rows) < len(value.rows):
        keys = [key for key, _ in value.rows]
        raise SpecError(f"{next(key for key in keys if keys.count(key) > 1)} is given twice in one table")
    inner = typing.get_args(kind)[1]
    return FrozenTable({k: coerce(v, inner, parse, let) for k, v in rows.items()})


class FrozenTable(dict[str, Any]):
    """A table that can be hashed."""

    def __hash__(self) -> int:  # type: ignore[override]  # dict says that it has none
        return hash(frozenset(self.items()))


def _number(value: Any, kind: type) -> int | float:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        _fail()
    if kind is int:
        return int(value) if float(value).is_integer() else _fail()
    return float(value) if math.isfinite(float(value)) else _fail()


def _path(value: Any) -> bool:
    return isinstance(value, PathLike | int)


def _need(text: str | None) -> str:
    return text if text is not None else _fail()


def _fail() -> Any:
    raise ValueError


def complain(owner: str, name: str, value: Any, kind: Any) -> SpecError:
    """Return the error for a value that a parameter does not take: what it takes, what may be meant."""
    text = _typed(value)
    hint = did_you_mean(text, choices(kind))
    if Function in _options(kind):
        hint = f"; no spec can name one: lydite.{owner}({name}=…) takes it in Python"
    return SpecError(f"{owner}: {name} takes {describe(kind)}, not {quoted(text)}{hint}")


def _typed(value: Any) -> str:
    """Return a value much as it was typed."""
    if isinstance(value, TableNode):
        return "{" + ", ".join(f"{key}: {_typed(inner)}" for key, inner in value.rows) + "}"
    typed = value.name if isinstance(value, Node) else value.text if isinstance(value, QuotedText) else value
    return "none" if typed is None else str(typed)

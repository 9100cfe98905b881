"""A measure, matcher, probe or chooser is a value: a frozen dataclass that documents itself."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import typing
from typing import TYPE_CHECKING, Any, ClassVar

from lydite.errors import SpecError
from lydite.spec import values

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def param(
    default: Any = dataclasses.MISSING, *, help: str, low: float | None = None, high: float | None = None
) -> Any:
    """Declare a parameter: its default, what it means, and the range it may take."""
    return dataclasses.field(default=default, metadata={"help": help, "low": low, "high": high})


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """What is known of one parameter of a declared object."""

    name: str
    type: Any
    default: Any
    help: str
    low: float | None
    high: float | None

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


class Declared:
    """Base of everything that a spec can name. Subclasses are frozen dataclasses.

    ``str(x)`` is the shortest spec that parses back to ``x``; ``x.signature()`` spells every default
    out and names sources by digest.
    """

    kind: ClassVar[str] = ""
    name: ClassVar[str] = ""
    reference: ClassVar[str] = ""

    @classmethod
    @functools.cache
    def parameters(cls) -> dict[str, Parameter]:
        """Return the parameters by name, in declared order."""
        hints = typing.get_type_hints(cls)
        return {
            f.name: Parameter(
                f.name,
                hints[f.name],
                f.default,
                f.metadata.get("help", ""),
                f.metadata.get("low"),
                f.metadata.get("high"),
            )
            for f in dataclasses.fields(cls)  # type: ignore[arg-type]
            if f.name != "cut"
        }

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

    def arguments(self) -> dict[str, Any]:
        """Return the parameters with the values they have here."""
        return {name: getattr(self, name) for name in self.parameters()}

    def __str__(self) -> str:
        given = {
            n: getattr(self, n) for n, p in self.parameters().items() if p.required or not self._is_default(n)
        }
        return self._format({n: values.spell(v) for n, v in given.items()})

    def signature(self) -> str:
        """Return the spec with nothing left out: defaults spelled, sources by name and digest."""
        return self._format({n: values.sign(v) for n, v in self.arguments().items()})

    def _is_default(self, name: str) -> bool:
        known = self.parameters()[name]
        return bool(getattr(self, name) == check(type(self), known, known.default))

    def _format(self, args: Mapping[str, str]) -> str:
        inner = ", ".join(f"{k}={v}" for k, v in args.items())
        cut = getattr(self, "cut", None)
        return f"{self.name}{f'({inner})' if inner else ''}{f'@{cut}' if cut is not None else ''}"


def check(owner: type[Declared], known: Parameter, value: Any, let: Mapping[str, str] | None = None) -> Any:
    """Return the value as the parameter's type has it; SpecError where it does not fit."""
    from lydite.spec.parsing import parse

    try:
        found = values.coerce(value, known.type, parse, let or {})
    except ValueError as error:
        if isinstance(error, SpecError):
            raise
        raise values.complain(owner.name, known.name, value, known.type) from None
    number = isinstance(found, int | float) and not isinstance(found, bool)
    low, high = known.low, known.high
    if number and ((low is not None and found < low) or (high is not None and found > high)):
        raise SpecError(f"{owner.name}: {known.name} takes {known.takes}, not {found:g}")
    return found

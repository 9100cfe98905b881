"""From the name, spec or sweep of a declared object to the object itself.

Objects are found by name, one file each in the package of their kind, or by entry point. A spec makes one of
them; a sweep is one line that stands for many specs, and no spec itself: ``parse`` refuses it.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import inspect
import itertools
import math
import os
import pkgutil
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from lydite.core.errors import SpecError, did_you_mean, quoted
from lydite.core.spec.declared import Declaration, check
from lydite.core.spec.grammar import Node, TableNode, read
from lydite.core.spec.values import coerce

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

    from lydite.core.spec.declared import Parameter

_RANGE = re.compile(r"(?<=[=(,|])\s*(-?\d+(?:\.\d+)?):(-?\d+(?:\.\d+)?)(?::(-?\d+(?:\.\d+)?))?(?=\s*[,|)])")
_CHOICE = re.compile(r'(?<==)\s*([\w./~+"-]+(?:\s*\|\s*[\w./~+"-]+)+)')
_QUOTED = re.compile(r'"(?:[^"\\]|\\(?:.|\Z))*+(?:"|\Z)', re.DOTALL)  # the parser refuses an open one
_DIGITS = 60  # of the numbers of a sweep
_KEPT = re.compile(r'"(\d+)"')
_LISTED = re.compile(r"=\s*(-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)+)(?=\s*[,)])")  # k=0,5,10
_PIPED = re.compile(r"@\s*((?:\d+|[MO])(?:\s*[|:;]\s*(?:\d+|[MO]))+)\s*$")  # @5|10
_CUTS = re.compile(r"@((?:\d+|[MO])(?:\s*,\s*(?:\d+|[MO]))+)\s*$")
_MOST = 10_000


@dataclass(frozen=True)
class Registry:
    """All declared objects of one kind.

    A file named after an object (lower case) is found without importing its neighbours; third-party
    packages add theirs under the entry-point group ``lydite.measures``, ``lydite.matchers``, ….
    """

    kind: str
    package: str

    @property
    def group(self) -> str:
        """The entry-point group, also the plural used on the command line."""
        return f"lydite.{self.kind}s"

    def __getitem__(self, name: str) -> type[Declaration]:
        """Return the class that is declared under a name, in any case, or is called so elsewhere."""
        for module in self._modules():
            if module.rpartition(".")[2] == name.lower():
                for one in self._declared(importlib.import_module(module)):
                    if name_key(one.name) == name_key(name):
                        return one
        if (found := self.find(name)) is None:
            hint = _elsewhere(self.kind, name) or did_you_mean(name, self.all())
            raise SpecError(f"unknown {self.kind} {quoted(name)}{hint} (lydite list {self.kind}s)")
        return found

    def find(self, name: str) -> type[Declaration] | None:
        """Return the class that a name is for; None for none."""
        return self.all().get(name) or self._by_key().get(name_key(name))

    @functools.cache  # noqa: B019
    def _by_key(self) -> dict[str, type[Declaration]]:
        """Return every object by its names as ``name_key`` has them; its own name comes before others'."""
        others = {name_key(name): one for one in self.all().values() for name in one.also}
        return others | {name_key(name): one for name, one in self.all().items()}

    @functools.cache  # noqa: B019 - registries live as long as the process
    def all(self) -> dict[str, type[Declaration]]:
        """Return every object of this kind by name, sorted."""
        by_name: dict[str, type[Declaration]] = {}
        for module in self._modules():
            declared = self._declared(importlib.import_module(module))
            by_name |= {c.name: c for c in declared if c.listed}
        from importlib import metadata  # only now: one command from a cold shell does without it

        for entry in metadata.entry_points(group=self.group):
            loaded = entry.load()
            if not (inspect.isclass(loaded) and issubclass(loaded, Declaration) and loaded.kind == self.kind):
                raise SpecError(f"entry point {entry.name} of {self.group} is not a declared {self.kind}")
            if loaded.name in by_name:
                raise SpecError(f"two objects are called {loaded.name}: {by_name[loaded.name]} and {loaded}")
            by_name[loaded.name] = loaded
        return dict(sorted(by_name.items(), key=lambda item: item[0].lower()))

    @functools.cache  # noqa: B019
    def _modules(self) -> tuple[str, ...]:
        if importlib.util.find_spec(self.package.rpartition(".")[0]) is None:
            return ()
        package = importlib.import_module(self.package)
        return tuple(_walk(list(package.__path__), f"{self.package}."))

    def _declared(self, module: ModuleType) -> Iterator[type[Declaration]]:
        for thing in vars(module).values():
            here = (
                inspect.isclass(thing)
                and issubclass(thing, Declaration)
                and thing.__module__ == module.__name__
            )
            if here and thing.kind == self.kind and thing.__dict__.get("name"):
                yield thing


def name_key(name: str) -> str:
    """Return what spellings of one name have in common.

    >>> name_key("OddOneOut"), name_key("odd-one-out")
    ('oddoneout', 'oddoneout')
    """
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")


def _walk(folders: list[str], prefix: str) -> Iterator[str]:
    """Yield the names of all modules below; none is imported, nor is the package it is in."""
    for entry in pkgutil.iter_modules(folders, prefix):
        if entry.ispkg:
            inner = [os.path.join(f, entry.name.removeprefix(prefix)) for f in folders]  # noqa: PTH118
            yield from _walk(inner, f"{entry.name}.")
        else:
            yield entry.name


REGISTRIES = {
    r.kind: r
    for r in (
        Registry("measure", "lydite.measures"),
        Registry("matcher", "lydite.matchers"),
        Registry("probe", "lydite.probes"),
        Registry("agreement", "lydite.probes.agreement.metrics"),
        Registry("chooser", "lydite.probes.hop.choosers"),
        Registry("encoder", "lydite.vectors.encoders"),
        Registry("recommender", "lydite.hashtags.recommenders"),
        Registry("tuner", "lydite.tuning.methods"),
        Registry("model", "lydite.vectors.models"),
        Registry("place", "lydite.core.executors"),
    )
}


def parse(
    text: str | Node,
    kind: str = "measure",
    let: Mapping[str, str] | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Any:
    """Return the declared value that a spec spells; ``let`` names resources.

    ``defaults`` are values for parameters that the spec does not name, where it has them.

    >>> parse("F1(match=stem, assign=max)@10").assign
    'max'
    >>> str(parse("F1(assign=max, match=stem)@10"))
    'F1(match=stem, assign=max)@10'
    """
    if not isinstance(text, str | Node):
        raise SpecError(f"text: expected a spec, such as F1(match=stem)@10, not {type(text).__name__}")
    if kind not in REGISTRIES:
        raise SpecError(f"kind: expected one of {', '.join(REGISTRIES)}, not {kind!r:.60}")
    node = read(text) if isinstance(text, str) else text
    owner = REGISTRIES[kind][node.name]
    known = owner.parameters()
    spread = next((p for p in known.values() if p.spread), None)
    rows: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for position, (name, value) in enumerate(node.args):
        if name is None:
            if position >= len(known):
                raise SpecError(f"{owner.name} takes {len(known)} parameters: {', '.join(known) or 'none'}")
            name = list(known)[position]  # noqa: PLW2901
        if name in given or name in rows:
            raise SpecError(f"{owner.name}: {name} is given twice")
        if name not in known and spread is not None and not _misspelt(name, value, known):
            rows[name] = value
            continue
        if name not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise SpecError(
                f"{owner.name} has no parameter {quoted(name)}{did_you_mean(name, known)} ({takes})"
            )
        given[name] = check(owner, known[name], value, let)
    if spread is not None and rows:
        if spread.name in given:
            raise SpecError(f"{owner.name}: {spread.name} are given by name and as a table")
        given[spread.name] = check(owner, spread, TableNode(tuple(rows.items())), let)
    given = {n: check(owner, known[n], v) for n, v in (defaults or {}).items() if n in known} | given
    missing = [p.name for p in known.values() if p.required and p.name not in given]
    if missing:
        raise SpecError(f"{owner.name} needs {', '.join(f'{m}=…' for m in missing)}")
    if node.has_cut:
        if "cut" not in getattr(owner, "__dataclass_fields__", {}):
            raise SpecError(f"{owner.name} takes no cutoff (@{node.cut or 'M'})")
        if node.cut == "O" and Literal["O"] not in get_args(get_type_hints(owner)["cut"]):
            raise SpecError(f"{owner.name}@O: its cutoff is a whole number, not the number of gold phrases")
        given["cut"] = node.cut
    declared: Declaration = owner(**given)
    return declared


def _misspelt(name: str, value: Any, known: Mapping[str, Parameter]) -> bool:
    """Whether a name is nearly that of a parameter, whose type its value is."""
    for near in known.values():
        if not near.spread and did_you_mean(name, [near.name]):
            with contextlib.suppress(ValueError, TypeError):
                coerce(value, near.type, parse, {})
                return True
    return False


_ENCODER = (
    ": sentence encoders are cosine(vectors=lydite), cosine(vectors=wordllama) with the extra encoders and, "
    "for a folder with any model, cosine(vectors=transformers(model=FOLDER)) with the extra transformers"
)
_ENCODERS = re.compile(
    r"bert_?score|.*minilm.*|s?bert|sentence[-_ ]?(transformers?|bert)|all-\w+.*|mpnet.*", re.IGNORECASE
)


def _elsewhere(kind: str, name: str) -> str:
    """Return what to write for a name that other tools have.

    >>> _elsewhere("matcher", "all-MiniLM-L6-v2")[:50]
    ': sentence encoders are cosine(vectors=lydite), co'
    """
    return _ENCODER if kind == "matcher" and _ENCODERS.fullmatch(name) else ""


def expand(
    text: str,
    kind: str = "measure",
    let: Mapping[str, str] | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> list[Any]:
    """Return the measures of a sweep: ``a:b:step`` (b included), ``x|y`` and ``@1,5,10``.

    ``let`` and ``defaults`` are as in :func:`parse`.

    >>> [str(m) for m in expand("F1(match=exact|stem)@5,10")]
    ['F1@5', 'F1@10', 'F1(match=stem)@5', 'F1(match=stem)@10']
    """
    if not isinstance(text, str):
        raise SpecError(f"text: expected a spec or a sweep, such as F1@5,10, not {type(text).__name__}")
    quoted: list[str] = []  # whatever stands in a string is no sweep

    def keep(string: re.Match[str]) -> str:
        quoted.append(string[0])
        return f'"{len(quoted) - 1}"'

    def restored(text: str) -> str:
        return _KEPT.sub(lambda place: quoted[int(place[1])], text)

    text = _QUOTED.sub(keep, text)
    text = _RANGE.sub(lambda m: "|".join(_steps(m[1], m[2], m[3] or "1")), text)
    cuts = _CUTS.search(text)
    ends = [f"@{c.strip()}" for c in cuts[1].split(",")] if cuts else [""]
    if cuts:
        text = text[: cuts.start()]
    parts = _CHOICE.split(text)
    options = [re.split(r"\s*\|\s*", p) if i % 2 else [p] for i, p in enumerate(parts)]
    if (count := math.prod(map(len, options)) * len(ends)) > _MOST:
        raise SpecError(f"the sweeps of one spec make {count:,} measures; at most {_MOST:,} are allowed")
    specs = ["".join(chosen) + end for chosen in itertools.product(*options) for end in ends]
    try:
        return [parse(restored(spec), kind, let, defaults) for spec in specs]
    except SpecError as error:
        if hint := _right_form(text):
            raise SpecError(f"{error}; {hint}") from error
        raise


def _right_form(text: str) -> str:
    """Return how a sweep is written that was written in another way, or nothing.

    >>> _right_form("F1@5|10"), _right_form("reval(k=0,5,10)@5")
    ('several cutoffs are written @5,10', 'several values are written 0|5|10')
    """
    if cuts := _PIPED.search(text):
        each = "@1,5,10, one by one" if ":" in cuts[1] else f"@{re.sub(r'[|;]', ',', cuts[1])}"
        return f"several cutoffs are written {each}"
    if values := _LISTED.search(text):
        return f"several values are written {values[1].replace(',', '|')}"
    return ""


def _steps(first: str, last: str, step: str) -> list[str]:
    low, high, by = Decimal(first), Decimal(last), Decimal(step)
    if len(first + last + step) > _DIGITS:
        raise SpecError(f"the numbers of the sweep {first[:20]}… have too many digits")
    if by == 0 or (high - low) / by < 0:
        raise SpecError(f"the sweep {first}:{last}:{step} never ends")
    count = int((high - low) / by) + 1
    if count > _MOST:
        raise SpecError(f"the sweep {first}:{last}:{step} has {count:,} steps; at most {_MOST:,} are allowed")
    return [str(low + by * i) for i in range(count)]

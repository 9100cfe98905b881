"""The worst strings for a regular expression: what it repeats, again and again, and then a stop.

A pattern that tries each place of a long text, and from each runs to its end, takes four times as long for
twice the text. Such strings follow from the pattern itself: for each repeated part, a sample of what stands
before it and many samples of the part; for a pattern that is searched for, many samples of its beginning.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lydite

SOURCE = Path(lydite.__file__).parent
METHODS = ("match", "fullmatch", "search", "sub", "subn", "finditer", "findall", "split")
LOOPED = {
    "STRING": {"match"},
    "_SHARES": {"fullmatch"},
    "_URI": {"match"},
    "BULLET": {"match", "sub"},
}  # used under another name
ANCHORED = {"match", "fullmatch"}
LEAST = 0.004  # seconds, below which a time says nothing
SIZES = (300, 2_000, 8_000)  # characters; each place with each that follows would be 32,000,000 steps
_STOPS = ("", "\x00", "\n", "a", ")")
_SAMPLES = (
    "a",
    "A",
    " ",
    "0",
    "-",
    "\n",
    "<",
    "[",
    "{",
    "(",
    '"',
    "'",
    "|",
    ",",
    "é",
    "/",
    "x",
    "#",
    ".",
    "=",
    "\x00",
)


def patterns() -> Iterator[tuple[str, re.Pattern[Any], set[str]]]:
    """Yield all patterns that modules hold, by name, and the methods by which each is used."""
    used = _methods()
    for info in pkgutil.walk_packages(lydite.__path__, "lydite."):
        if info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except ImportError:  # an extra that is not here
            continue
        for name, value in vars(module).items():
            inside = (
                value
                if isinstance(value, list | tuple)
                else value.values()
                if isinstance(value, dict)
                else [value]
            )
            for place, pattern in enumerate(inside):
                if isinstance(pattern, re.Pattern) and _is_own(module, name):
                    numbered = f"{info.name}.{name}" + (f"[{place}]" if pattern is not value else "")
                    file = str(module.__file__) if name.startswith("_") else ""
                    yield numbered, pattern, LOOPED.get(name) or used.get((file, name)) or {"search"}


def _is_own(module: Any, name: str) -> bool:
    return bool(re.search(rf"^{name}\b.*=", Path(module.__file__).read_text("utf-8"), re.MULTILINE))


def _methods() -> dict[tuple[str, str], set[str]]:
    """Return by which methods patterns are used: of a private name in its file, of a public one anywhere."""
    found: dict[tuple[str, str], set[str]] = {}
    for file in SOURCE.rglob("*.py"):
        text = file.read_text("utf-8")
        for name, method in re.findall(rf"\b(\w+)(?:\[\w+\])?\.({'|'.join(METHODS)})\b", text):
            place = str(file) if name.startswith("_") else ""
            found.setdefault((place, name), set()).add(method)
    return found


def worst_strings(pattern: re.Pattern[Any]) -> set[tuple[str, str, str]]:
    """Return beginnings, parts to be repeated, and ends."""
    tree = re._parser.parse(
        pattern.pattern, pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    )  # type: ignore[attr-defined]
    found: set[tuple[str, str, str]] = set()
    for before, part in _repeated(list(tree), ""):
        for unit in part:
            found |= {(lead + before, unit, stop) for stop in _STOPS for lead in ("", "a")}
            found |= {("", before + unit, stop) for stop in _STOPS}
            found |= {(before, unit + other, stop) for other in part for stop in _STOPS[:3] if other != unit}
    return {f for f in found if f[1]}


def _repeated(items: list[Any], before: str) -> Iterator[tuple[str, set[str]]]:
    """Yield what stands before each repeated part, and samples of it; also each beginning, as a part."""
    for op, arg in items:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, body = arg
            if high > 50:
                yield before, _samples(list(body))
            yield from _repeated(list(body), before)
            before += "".join(sorted(_samples(list(body)))[:1]) * max(1, int(low))
        elif name == "SUBPATTERN":
            yield from _repeated(list(arg[-1]), before)
            before += _sample(list(arg[-1]))
        elif name == "ATOMIC_GROUP":
            yield from _repeated(list(arg), before)
            before += _sample(list(arg))
        elif name == "BRANCH":
            for branch in arg[1]:
                yield from _repeated(list(branch), before)
            before += _sample(list(arg[1][0]))
        elif name == "AT":
            before += "\n" if not before else ""
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _repeated(list(arg[1]), before)
            if name == "ASSERT" and arg[0] < 0:
                before += _sample(list(arg[1]))
        else:
            before += _sample([(op, arg)])
        if before.strip():
            yield "", {before}


def _sample(items: list[Any]) -> str:
    return "".join(sorted(_samples(items))[:1])


def _samples(items: list[Any]) -> set[str]:
    """Return a few strings that a part matches."""
    made = {""}
    for op, arg in items:
        name, parts = str(op), {""}
        if name == "LITERAL":
            parts = {chr(arg)}
        elif name in ("IN", "NOT_LITERAL", "ANY", "RANGE", "CATEGORY"):
            one = re.compile(_class(op, arg), re.DOTALL)
            parts = set([c for c in _SAMPLES if one.fullmatch(c)][:4]) or {chr(_first(arg))}
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            inner = _samples(list(arg[2]))
            parts = {unit * max(1, int(arg[0])) for unit in inner}
        elif name == "SUBPATTERN":
            parts = _samples(list(arg[-1]))
        elif name == "ATOMIC_GROUP":
            parts = _samples(list(arg))
        elif name == "BRANCH":
            parts = set(itertools.chain.from_iterable(sorted(_samples(list(b)))[:2] for b in arg[1]))
        made = set(sorted(a + b for a in made for b in parts)[:6])
    return made


def _first(arg: Any) -> int:
    for op, value in arg if isinstance(arg, list) else []:
        if str(op) == "LITERAL":
            return int(value)
        if str(op) == "RANGE":
            return int(value[0])
    return 97


_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S", "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W",
}  # fmt: skip


def _class(op: Any, arg: Any) -> str:
    if str(op) == "ANY":
        return "."
    if str(op) == "NOT_LITERAL":
        return f"[^{re.escape(chr(arg))}]"
    if str(op) == "CATEGORY":
        return _CATEGORIES[str(arg)]
    inside = ""
    for kind, value in arg:
        name = str(kind)
        if name == "NEGATE":
            inside += "^"
        elif name == "LITERAL":
            inside += re.escape(chr(value))
        elif name == "RANGE":
            inside += f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
        else:
            inside += _CATEGORIES[str(value)]
    return f"[{inside}]"


def slowest(
    pattern: re.Pattern[Any],
    methods: set[str],
    guarded: Callable[[str], Any] | None = None,
    most: float = 3.0,
) -> tuple[float, tuple[str, str, str]]:
    """Return the largest ratio of times for twice the text, and for which text."""
    worst: tuple[float, tuple[str, str, str]] = (0.0, ("", "", ""))
    uses: list[Callable[[Any], Any]] = []
    if methods & ANCHORED:
        uses.append(pattern.fullmatch if methods == {"fullmatch"} else pattern.match)
    if methods - ANCHORED:
        uses.append(lambda text: sum(1 for _ in pattern.finditer(text)))
    if guarded is not None:
        uses = [guarded]
    for use in uses:
        for parts in sorted(worst_strings(pattern)):
            ratio = _ratio(use, parts, binary=isinstance(pattern.pattern, bytes))
            if ratio >= most:  # once more: another process may have got in between
                ratio = min(ratio, _ratio(use, parts, binary=isinstance(pattern.pattern, bytes), tries=5))
            worst = max(worst, (ratio, parts))
            if ratio >= most:
                return worst
    return worst


def _ratio(use: Callable[[Any], Any], parts: tuple[str, str, str], *, binary: bool, tries: int = 2) -> float:
    before, unit, after = parts
    for size in SIZES:
        count = max(1, size // len(unit))
        first = _time(use, _text(before, unit * count, after, binary=binary), tries)
        if first >= LEAST:
            return _time(use, _text(before, unit * 2 * count, after, binary=binary), tries) / first
    return 0.0


def _text(before: str, middle: str, after: str, *, binary: bool) -> Any:
    text = before + middle + after
    return text.encode("utf-8", "surrogatepass") if binary else text


def _time(use: Callable[[Any], Any], text: Any, tries: int) -> float:
    best = 1e9
    for _ in range(tries):
        began = time.process_time()
        use(text)
        best = min(best, time.process_time() - began)
    return best

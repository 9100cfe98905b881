"""Test sets from files: the ``:name`` form, CSV and TSV, JSON; and the embedded ones by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.core.io.decoding import check_lines
from lydite.core.io.files import user_path
from lydite.probes.testsets.tables import read_table
from lydite.probes.testsets.testset import TestSet
from lydite.reading.phrase_lists import number, show

_FOLDER = "data/testsets"
_PARTS = {"emoji-groups": "group ", "emoji-subgroups": "subgroup "}  # the categories that start so


def load_test_set(name: str | Path | TestSet | Mapping[str, Any], encoding: str | None = None) -> TestSet:
    """Return a test set: an embedded one by name, or one from a file, told by content.

    >>> google = load_test_set("google")
    >>> len(google.categories), sum(map(len, google.analogies.values()))
    (28, 19544)
    """
    if isinstance(name, TestSet):
        return name
    if isinstance(name, Mapping):
        return TestSet.of(name)
    if str(name) in embedded():
        return _embedded(str(name))
    path = user_path(name)
    if str(name) != "-" and not path.exists():
        hint = did_you_mean(str(name), embedded())
        raise InputError(f"no such file, and no embedded test set ({', '.join(embedded())}){hint}", path)
    return read_test_set(opening.text(path, encoding), path)


def embedded() -> tuple[str, ...]:
    """Return the names of the embedded test sets, and of parts of them."""
    names = (entry.name for entry in resources.files("lydite").joinpath(_FOLDER).iterdir())
    return tuple(sorted({n.partition(".")[0] for n in names if n.endswith(".json.xz")} | set(_PARTS)))


def read_test_set(text: str, path: Path) -> TestSet:
    """Read a test set from the text of a file."""
    start = text.lstrip()[:1]
    if not start:
        raise InputError("the file is empty", path)
    if start not in "{[":
        check_lines(text, str(path))
    if start in "{[":
        test = _json(text, path)
    elif start == ":":
        test = _named(text, path)
    else:
        test = read_table(text, path, _stem(path))
    if not test.contents:
        raise InputError("no categories, analogies, pairs or groups in this file", path)
    if test.categories and not any(test.categories.values()):
        raise InputError("no word in any category of this file", path)
    return test


def _embedded(name: str) -> TestSet:
    file, start = (name.partition("-")[0], _PARTS[name]) if name in _PARTS else (name, "")
    with resources.as_file(resources.files("lydite").joinpath(_FOLDER, f"{file}.json.xz")) as path:
        content = json.loads(opening.read_bytes(path))
    if "analogies" in content:
        pairs: dict[str, list[list[str]]] = content["pairs"]
        analogies = {
            r: tuple((*pairs[r][i], *pairs[r][j]) for i, j in zip(q[::2], q[1::2], strict=True))
            for r, q in content["analogies"].items()
        }
        return TestSet.of_analogies(analogies, name)
    return TestSet.of({k: w for k, w in content["categories"].items() if k.startswith(start)}, name)


def _named(text: str, path: Path) -> TestSet:
    """Read ``:name`` lines; words follow, on one line or several; lines of four words are analogies."""
    lines: dict[str, list[tuple[int, list[str]]]] = {}
    current: list[tuple[int, list[str]]] = []
    for place, line in enumerate(text.split("\n"), 1):
        if line.startswith(":"):
            name = line[1:].strip()
            if name in lines:
                raise InputError(f"category {name!r} occurs twice", path, place)
            current = lines[name] = []
        elif words := [w.strip() for w in line.split("\t") if w.strip()] if "\t" in line else line.split():
            current.append((place, words))
    every = [words for rows in lines.values() for _, words in rows]
    fours = sum(len(words) == 4 for words in every)
    if fours == len(every) and len(every) > len(lines):
        analogies = {name: tuple(tuple(w) for _, w in rows) for name, rows in lines.items()}
        return TestSet.of_analogies(analogies, _stem(path))
    if len(every) > 2 * len(lines) and fours > 0.9 * len(every):
        bad = next(n for rows in lines.values() for n, words in rows if len(words) != 4)
        raise InputError("expected the four words of an analogy", path, bad)
    return TestSet.of(
        {name: [w for _, words in rows for w in words] for name, rows in lines.items()}, _stem(path)
    )


def _json(text: str, path: Path) -> TestSet:
    """Read ``{"category": […]}`` or ``{"category": {"id": "word"}}``, groups with outliers, or pairs."""
    try:
        content = json.loads(text)
    except RecursionError as error:
        raise InputError("the JSON is nested too deeply", path) from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}", path) from error
    try:
        if isinstance(content, list):
            return TestSet(_stem(path), pairs=tuple(map(_pair, content)))
        if content and all(isinstance(v, dict) for v in content.values()):
            if not any(v.keys() == {"words", "outliers"} for v in content.values()):
                return TestSet.of_items(content, _stem(path))
            groups = {k: (_words(v["words"]), _words(v["outliers"])) for k, v in content.items()}
            return TestSet(_stem(path), outliers=groups)
        return TestSet.of(content, _stem(path))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise InputError(str(error), path) from error
        raise InputError(
            "expected categories of words, groups with outliers, or a list of scored pairs", path
        ) from error


def _pair(pair: Any) -> tuple[str, str, float]:
    """Return two words and their rating, a finite number."""
    if (
        not isinstance(pair, list)
        or [isinstance(part, str) for part in pair[:2]] != [True, True]
        or len(pair) != 3
    ):
        raise InputError(f"expected a list of two words and a number, found {pair!r:.80}")
    first, second, rating = pair
    if (value := number(rating)) is None:
        raise InputError(f"the pair {first!r:.40}, {second!r:.40} has no finite number, but {show(rating)}")
    return first, second, value


def _words(listed: Any) -> tuple[str, ...]:
    if not isinstance(listed, list) or not all(isinstance(word, str) for word in listed):
        raise InputError(f"expected lists of words and of outliers, found {listed!r:.80}")
    return tuple(listed)


def _stem(path: Path) -> str:
    return Path(opening.bare_name(path)).stem

"""What commands that build test sets share: languages, files, and what was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.core.choices import Spaces
from lydite.core.errors import InputError
from lydite.core.options import Option
from lydite.probes.testsets.built import write_test_set
from lydite.reporting.readable import tell
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.probes.testsets.built import BuiltTestSet

OutputOption = Annotated[
    Path,
    Option(
        "File to write: .json, .csv, or else the :name form; set.la.json, … for several languages.",
        "--output",
        "-o",
        writes="file",
    ),
]
LanguagesOption = Annotated[str, Option("Languages by code or name: la,te,Hindi,ltg.", "--language")]
SpacesOption = Annotated[Spaces, Option("Drop or keep names with spaces.")]


def split_languages(text: str) -> list[str]:
    """Read ``la,te,hi``; each once.

    >>> split_languages("la, te,la")
    ['la', 'te']
    """
    languages = list(dict.fromkeys(code.strip() for code in text.split(",") if code.strip()))
    if not languages:
        raise InputError("no language was named (--language la,te)")
    return languages


def write_sets(sets: Iterable[BuiltTestSet], output: Path, *, first_plain: bool = False) -> Report:
    """Write each set, all of them or none, and return what was written where.

    Of several, each has its language in its name; with ``first_plain``, each but the first.
    """
    every = list(sets)
    written: list[str] = []
    for number, built in enumerate(every):
        path = output
        if len(every) > 1 and (number or not first_plain):
            path = output.with_name(f"{output.stem}.{built.language}{output.suffix}")
        write_test_set(built.test, path)
        for note in built.notes:
            tell(note)
        sizes = [len(words) for words in built.test.categories.values()]
        written.append(f"{path}: {len(sizes)} categories, {sum(sizes):,} words ({built.language})")
    return Report(drawings=("\n".join(written),))

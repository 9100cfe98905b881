"""Many pairs at once: lines in, the same lines with a score appended out."""

from __future__ import annotations

import contextlib
import itertools
import json
import sys
from typing import IO, TYPE_CHECKING, Any

from lydite import __version__
from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.io.writing import writing
from lydite.core.progress import progress_bar
from lydite.reporting.readable import escape_data, tell

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from lydite.matchers.base import Matcher

CHUNK = 200_000  # lines scored together: enough to share work, few enough to keep memory small


def score_file(
    matcher: Matcher, source: str, output: Path | None, *, encoding: str | None = None, as_json: bool = False
) -> None:
    """Score the pairs of a tab-separated file; more columns may follow the first two."""
    number = 0
    with contextlib.ExitStack() as stack:
        chunks = stack.enter_context(contextlib.closing(_scored(matcher, source, encoding)))
        escape_data()
        out: IO[Any] = sys.stdout if output is None else stack.enter_context(writing(output))
        for lines, rows, scores in chunks:
            if as_json:
                known = _known(matcher, rows)
                out.writelines(
                    json.dumps({"candidate": c, "reference": r, "score": s, "known": k}, ensure_ascii=False)
                    + "\n"
                    for (c, r), s, k in zip(rows, scores, known, strict=True)
                )
            else:
                out.writelines(f"{line}\t{s:.6g}\n" for line, s in zip(lines, scores, strict=True))
            number += len(lines)
    tell(f"{number:,} pairs, {_signature(matcher)}")


def _scored(
    matcher: Matcher, source: str, encoding: str | None
) -> Generator[tuple[list[str], list[tuple[str, str]], list[float]]]:
    """Yield lines, the pairs in them and their scores, some at a time."""
    with opening.binary(source) as file, progress_bar("bytes of pairs", file.size) as progress:
        lines = opening.lines(file, encoding)
        progress.update(0)
        number = 0
        while chunk := list(itertools.islice(lines, CHUNK)):
            rows = [_row(line, source, at) for at, line in chunk]
            scores = matcher.pairs([r[0] for r in rows], [r[1] for r in rows]).tolist()
            yield [line for _, line in chunk], rows, scores
            number += len(chunk)
            progress.update(file.reached if file.size else number)


def _known(matcher: Matcher, rows: Sequence[tuple[str, str]]) -> list[float]:
    """Return how much of the lesser known phrase of each pair the matcher knows; of equal ones all."""
    sides = [list(dict.fromkeys(side)) for side in zip(*rows, strict=True)]
    one, other = (
        dict(zip(side, knows.known_shares(side).tolist(), strict=True))
        for side, knows in zip(sides, matcher.sides, strict=True)
    )
    return [1.0 if c == r != "" else min(one[c], other[r]) for c, r in rows]


def _signature(matcher: Matcher) -> str:

    return f"{matcher.signature()}|lydite:{__version__}"


def _row(line: str, source: str, number: int) -> tuple[str, str]:
    cells = line.split("\t", 2)
    if len(cells) < 2:
        raise InputError("expected candidate<TAB>reference", source, number)
    return cells[0], cells[1]

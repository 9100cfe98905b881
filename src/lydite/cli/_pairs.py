"""Many pairs at once: lines in, the same lines with a score appended out."""

from __future__ import annotations

import contextlib
import itertools
import json
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.files import writing
from lydite.progress import counting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.matchers.base import Matcher

CHUNK = 100_000  # lines scored together: enough to share work, few enough to keep memory small


def score_file(matcher: Matcher, source: str, output: Path | None, *, as_json: bool = False) -> None:
    """Score the pairs of a tab-separated file; more columns may follow the first two."""
    from lydite import __version__

    signature = f"{matcher.signature()}|lydite:{__version__}"
    with contextlib.ExitStack() as stack:
        lines = _lines(source, stack)
        out: IO[Any] = sys.stdout if output is None else stack.enter_context(writing(output))
        size = Path(source).stat().st_size if Path(source).is_file() else 0
        progress = stack.enter_context(counting("bytes of pairs", size))
        progress.tell(0)
        number = read = 0
        while chunk := list(itertools.islice(lines, CHUNK)):
            rows = [_row(line, source, number + i) for i, line in enumerate(chunk, 1)]
            scores = matcher.pairs([r[0] for r in rows], [r[1] for r in rows]).tolist()
            if as_json:
                out.writelines(
                    json.dumps({"candidate": c, "reference": r, "score": s}, ensure_ascii=False) + "\n"
                    for (c, r), s in zip(rows, scores, strict=True)
                )
            else:
                out.writelines(f"{line}\t{s:.6g}\n" for line, s in zip(chunk, scores, strict=True))
            number += len(chunk)
            read += sum(len(line.encode()) + 1 for line in chunk)
            progress.tell(min(read, size) if size else number)
    sys.stderr.write(f"lydite: {number:,} pairs, {signature}\n")


def _lines(source: str, stack: contextlib.ExitStack) -> Iterator[str]:
    try:
        file = sys.stdin.buffer if source == "-" else stack.enter_context(Path(source).open("rb"))  # noqa: SIM115
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source) from error
    for number, raw in enumerate(file, 1):
        try:
            yield raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise InputError("not UTF-8", source, number) from error


def _row(line: str, source: str, number: int) -> tuple[str, str]:
    cells = line.split("\t", 2)
    if len(cells) < 2:
        raise InputError("expected candidate<TAB>reference", source, number)
    return cells[0], cells[1]

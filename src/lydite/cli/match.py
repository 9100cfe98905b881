"""``lydite match``: how well one phrase stands for another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.pairs import score_file
from lydite.core.choices import DEFAULT_MATCHER
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.reporting.report import Report
from lydite.reporting.views import match as view
from lydite.reporting.views.match import legs_of
from lydite.runs.request import Define, Encoding

if TYPE_CHECKING:
    from lydite.matchers.base import Matcher


@app.command(
    examples=(
        "lydite match food cake --explain",
        "lydite match cake food --using stem",
        'lydite match --pairs pairs.tsv --using "wordnet(preset=thesis)" -o scored.tsv',
    )
)
def command(
    candidate: Annotated[str | None, Argument("The phrase that stands in.")] = None,
    reference: Annotated[str | None, Argument("The phrase that it stands for.")] = None,
    *,
    using: Annotated[str, Option("A matcher, by its spec.", "--using", "-u")] = DEFAULT_MATCHER,
    explain: Annotated[bool, Option("Draw the path behind the score.", "--explain", "-e")] = False,
    svg: Annotated[Path | None, Option("Write the picture of the path to this file.", writes="file")] = None,
    pairs: Annotated[
        str | None, Option("Score candidate<TAB>reference lines of a file (- for standard input).")
    ] = None,
    let: Define = None,
    encoding: Encoding = None,
    writing: o.Writing,
) -> Report | None:
    """Score how well one phrase can replace another, from 0 to 1, and show why."""
    from lydite.api import matcher

    by = matcher(using, let=let or {})
    if pairs is not None:
        if candidate is not None or reference is not None or explain or svg is not None:
            raise InputError("--pairs takes its phrases from the file: no others, no --explain, no --svg")

        if writing.format not in ("text", "json"):
            raise InputError(f"--pairs is written as text or json, not as {writing.format}")
        score_file(by, pairs, writing.output, encoding=encoding, as_json=writing.format == "json")
        return None
    if candidate is None or reference is None:
        raise InputError("expected two phrases: lydite match CANDIDATE REFERENCE, or --pairs FILE")
    if svg is not None:
        _picture(by, candidate, reference, svg)
    if explain or not writing.for_people:  # programs get the path, too
        return view.explained(by, candidate, reference, drawn=writing.for_people)
    return view.report(by, candidate, reference)


def _picture(matcher: Matcher, candidate: str, reference: str, file: Path) -> None:
    from lydite.core.io.writing import writing
    from lydite.reporting.path_drawing import svg

    legs = [leg for leg in legs_of(matcher, candidate, reference) if leg.start]
    match = matcher.explain(candidate, reference)
    if not legs:
        note = match.note
        raise InputError(f"--svg: there is no path to draw{f': {note}' if note else ''}")
    with writing(file) as out:
        out.write(svg(legs, f"{candidate} → {reference}: {match.score:.4f}"))

"""``lydite match``: how well one phrase stands for another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.core.choices import DEFAULT_MATCHER
from lydite.core.errors import InputError
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.matchers.base import Matcher

EXAMPLES = (
    "Examples: lydite match food cake --explain · lydite match cake food --using stem · "
    'lydite match --pairs pairs.tsv --using "wordnet(preset=thesis)" -o scored.tsv'
)


@o.reports()
def command(
    candidate: Annotated[str | None, typer.Argument(help="The phrase that stands in.")] = None,
    reference: Annotated[str | None, typer.Argument(help="The phrase that it stands for.")] = None,
    *,
    using: Annotated[str, typer.Option("--using", "-u", help="A matcher, by its spec.")] = DEFAULT_MATCHER,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Draw the path behind the score.")] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write the picture of the path to this file.", callback=o.writable)
    ] = None,
    pairs: Annotated[
        str | None, typer.Option(help="Score candidate<TAB>reference lines of a file (- for standard input).")
    ] = None,
    let: o.LetOption = [],  # noqa: B006
    encoding: o.EncodingOption = None,
    shared: o.ReportOptions,
) -> Report | None:
    """Score how well one phrase can replace another, from 0 to 1, and show why."""
    from lydite.api.matching import matcher
    from lydite.reporting.views import match as view

    by = matcher(using, let=o.names(let))
    if pairs is not None:
        if candidate is not None or reference is not None or explain or svg is not None:
            raise InputError("--pairs takes its phrases from the file: no others, no --explain, no --svg")
        from lydite.cli._pairs import score_file

        if shared.format not in ("text", "json"):
            raise InputError(f"--pairs is written as text or json, not as {shared.format}")
        score_file(by, pairs, shared.output, encoding=encoding, as_json=shared.format == "json")
        return None
    if candidate is None or reference is None:
        raise InputError("expected two phrases: lydite match CANDIDATE REFERENCE, or --pairs FILE")
    if svg is not None:
        _picture(by, candidate, reference, svg)
    if explain or not shared.for_people:  # programs get the path, too
        return view.explained(by, candidate, reference, drawn=shared.for_people)
    return view.report(by, candidate, reference)


def _picture(matcher: Matcher, candidate: str, reference: str, file: Path) -> None:
    from lydite.core.io.files import writing
    from lydite.reporting.path_drawing import svg
    from lydite.reporting.views.match import legs_of

    legs = [leg for leg in legs_of(matcher, candidate, reference) if leg.start]
    match = matcher.explain(candidate, reference)
    if not legs:
        note = match.note
        raise InputError(f"--svg: there is no path to draw{f': {note}' if note else ''}")
    with writing(file) as out:
        out.write(svg(legs, f"{candidate} → {reference}: {match.score:.4f}"))

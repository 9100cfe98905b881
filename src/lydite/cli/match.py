"""``lydite match``: how well one phrase stands for another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.errors import InputError

if TYPE_CHECKING:
    from lydite.matchers.base import Match, Matcher

EXAMPLES = (
    "Examples: lydite match food cake --explain · lydite match cake food --using stem · "
    'lydite match --pairs pairs.tsv --using "wordnet(preset=thesis)" -o scored.tsv'
)


def command(
    candidate: Annotated[str | None, typer.Argument(help="The phrase that stands in.")] = None,
    reference: Annotated[str | None, typer.Argument(help="The phrase that it stands for.")] = None,
    using: Annotated[str, typer.Option("--using", "-u", help="A matcher, by its spec.")] = "wordnet",
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Draw the path behind the score.")] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write the picture of the path to this file.", callback=o.writable)
    ] = None,
    pairs: Annotated[
        str | None, typer.Option(help="Score candidate<TAB>reference lines of a file (- for standard input).")
    ] = None,
    format: o.AnswerOption = o.Answer.text,
    output: o.OutputOption = None,
    let: o.LetOption = [],  # noqa: B006
    encoding: o.EncodingOption = None,
) -> None:
    """Say how well one phrase stands for another, from 0 to 1, and why."""
    from lydite.api import matcher

    found = matcher(using, let=o.names(let))
    if pairs is not None:
        if candidate is not None or reference is not None or explain or svg is not None:
            raise InputError("--pairs takes its phrases from the file: no others, no --explain, no --svg")
        from lydite.cli._pairs import score_file

        score_file(found, pairs, output, encoding=encoding, as_json=format is o.Answer.json)
        return
    if candidate is None or reference is None:
        raise InputError("expected two phrases: lydite match CANDIDATE REFERENCE, or --pairs FILE")
    if format is o.Answer.json or explain:
        match = found.explain(candidate, reference)
        o.emit(_json(match) if format is o.Answer.json else _text(found, match), output)
    else:
        score = found.score(candidate, reference)
        o.emit(f"{score:.4f}", output)
        if score == 0 and (note := found.explain(candidate, reference).note):
            sys.stderr.write(f"lydite: {note}\n")
    if svg is not None:
        _picture(found, candidate, reference, svg)


def _json(match: Match) -> str:
    import json

    record = {
        "schema": 1,
        "candidate": match.candidate,
        "reference": match.reference,
        "matcher": match.matcher,
        "score": match.score,
        "path": [
            {"from": s.source, "to": s.target, "transition": s.transition, "score": s.score}
            for s in match.path
        ],
        "note": match.note,
        "signature": match.signature,
    }
    return json.dumps(record, ensure_ascii=False)


def _text(found: Matcher, match: Match) -> str:
    from lydite.matchers.substitution import Substitution
    from lydite.reporting.plain import visible

    parts = [visible(f"{match.candidate} → {match.reference}  {match.score:.4f}  {match.matcher}")]
    if isinstance(found, Substitution):
        from lydite.reporting.drawing import text

        legs = found.legs(match.candidate, match.reference)
        for leg in legs if match.path else ():
            if len(legs) > 1:
                parts.append(visible(f"{leg.substitute} → {leg.substitutee}  {leg.score:.4f}"))
            if leg.start:
                parts.append(text(leg))
    return "\n\n".join([*parts, match.note] if match.note else parts)


def _picture(found: Matcher, candidate: str, reference: str, file: Path) -> None:
    from lydite.files import writing
    from lydite.matchers.substitution import Substitution
    from lydite.reporting.drawing import svg

    legs = found.legs(candidate, reference) if isinstance(found, Substitution) else []
    legs = [leg for leg in legs if leg.start]
    if not legs:
        note = found.explain(candidate, reference).note
        raise InputError(f"no path to draw{f': {note}' if note else ''}")
    with writing(file) as out:
        out.write(svg(legs, f"{candidate} → {reference}"))

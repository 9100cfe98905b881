"""One phrase for another: the score, and on request the path behind it."""

from __future__ import annotations

import functools
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lydite.reporting.report import Paragraph, Report

if TYPE_CHECKING:
    from lydite.matchers.base import Match, Matcher
    from lydite.matchers.knowledge.substitution import AspectPath


def report(matcher: Matcher, candidate: str, reference: str) -> Report:
    """Return a report of the score alone; where it is 0, a note says why."""
    score = matcher.score(candidate, reference)
    unknown = _known(matcher, candidate, reference) < 1
    note = matcher.explain(candidate, reference).note if score == 0 or unknown else ""
    return Report(f"{score:.4f}", asides=(note,) if note else ())


def _known(matcher: Matcher, candidate: str, reference: str) -> float:
    one, other = matcher.sides
    return float(min(one.known_shares([candidate])[0], other.known_shares([reference])[0]))


def explained(matcher: Matcher, candidate: str, reference: str, *, drawn: bool = True) -> Report:
    """Return the score with its path, for people drawn aspect by aspect."""
    match = matcher.explain(candidate, reference)
    legs = legs_of(matcher, candidate, reference) if match.path and drawn else []
    drawings = tuple(text for leg in legs for text in _drawn(leg, alone=len(legs) == 1))
    return Report(
        f"{match.candidate} → {match.reference}  {match.score:.4f}  {match.matcher}",
        (*drawings, *_weighed(match)) or _aligned(match),
        lambda digits: [Paragraph(match.note, name=True)] if match.note else [],  # noqa: ARG005
        data=functools.partial(_data, match, _known(matcher, candidate, reference)),
    )


def legs_of(matcher: Matcher, candidate: str, reference: str) -> list[AspectPath]:
    """Return the paths of the aspects of a phrase; of matchers that follow none, nothing."""
    paths: list[AspectPath] = (
        matcher.aspect_paths(candidate, reference) if hasattr(matcher, "aspect_paths") else []
    )
    return paths


def _drawn(leg: AspectPath, *, alone: bool) -> list[str]:
    from lydite.reporting.path_drawing import text

    title = [] if alone else [f"{leg.substitute} → {leg.substitutee}  {leg.score:.4f}"]
    return [*title, *([text(leg)] if leg.start else [])]


def _aligned(match: Match) -> tuple[str, ...]:
    """Return the words that were aligned, one pair a line."""
    pairs = [f"{p.candidate or '–'} → {p.reference or '–'}" for p in match.parts]
    wide = max(map(len, pairs), default=0)
    lines = [f"  {t:{wide}}  {p.score:.2f}  {p.why}" for t, p in zip(pairs, match.parts, strict=True)]
    return ("\n".join(lines),) if lines else ()


def _weighed(match: Match) -> tuple[str, ...]:
    """Return by how much each piece of evidence raises the score, the most first."""
    rows = sorted(match.evidence, key=lambda row: -abs(row[1]))
    if not rows:
        return ()
    wide = max(len(name) for name, _ in rows)
    head = f"  {'evidence':{wide}}  changes the score by"
    return ("\n".join([head, *(f"  {name:{wide}}  {value:+.2f}" for name, value in rows)]),)


def _data(match: Match, known: float) -> dict[str, Any]:
    return {
        "candidate": match.candidate,
        "reference": match.reference,
        "matcher": match.matcher,
        "score": match.score,
        "path": [
            {"from": s.source, "to": s.target, "transition": s.transition, "score": s.score}
            for s in match.path
        ],
        "parts": [asdict(p) for p in match.parts],
        "acceptance": match.acceptance,
        "known": known,
        "evidence": dict(match.evidence),
        "note": match.note,
        "signature": match.signature,
    }

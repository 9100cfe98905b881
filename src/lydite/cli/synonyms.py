"""``lydite synonyms``: the nearest synonyms of hashtags."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.cli import _options as o
from lydite.core.choices import Order
from lydite.core.errors import InputError, did_you_mean
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.hashtags.thesaurus import Synonym

EXAMPLES = "Examples: lydite synonyms health '#aging' -k 5 · lydite synonyms health aging flu --order popular"


@o.reports()
def command(
    store: Annotated[Path, typer.Argument(help="A store of lydite build hashtags, or a thesaurus file.")],
    tags: Annotated[list[str], typer.Argument(help="Hashtags; # may be left out.")],
    *,
    k: Annotated[int, typer.Option("-k", help="How many synonyms.", min=0)] = 10,
    order: Annotated[Order, typer.Option(help="By cosine, by popularity, or permuted.")] = "nearest",
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Show the nearest synonyms of hashtags, best first."""
    from lydite.hashtags.opening import open_thesaurus

    source = open_thesaurus(store, k, order)
    unknown = [t for t in tags if source.key(t) not in source.place]
    if unknown:
        hint = did_you_mean(source.key(unknown[0]), source.place)
        raise InputError(f"{unknown[0]} is not among the {len(source.tags):,} hashtags{hint}", store)
    synonyms = {source.key(t): source.nearest(t, k) for t in tags}
    # in a store only hashtags without a vector have none at all
    why = " (its vector is zero: no known word beside it)" if store.is_dir() and k else ""
    return Report(drawings=(_text(synonyms, why),), data=functools.partial(_data, synonyms))


def _text(by_tag: dict[str, list[Synonym]], why: str) -> str:
    lines = []
    for tag, synonyms in by_tag.items():
        lines.append(tag if synonyms else f"{tag}: no synonyms{why}")
        wide = max((len(s.tag) for s in synonyms), default=0)
        for s in synonyms:
            cosine = "" if s.cosine != s.cosine else f"  {s.cosine:.4f}"  # a file has none
            lines.append(f"{s.rank:>4}  {s.tag:<{wide}}{cosine}".rstrip())
    return "\n".join(lines)


def _data(by_tag: dict[str, list[Synonym]]) -> dict[str, Any]:
    rows = {
        tag: [
            {"tag": s.tag, "rank": s.rank, "cosine": None if s.cosine != s.cosine else s.cosine} for s in of
        ]
        for tag, of in by_tag.items()
    }
    return {"synonyms": rows}

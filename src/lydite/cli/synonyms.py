"""``lydite synonyms``: what a thesaurus of hashtags says, and how much of it is hubs."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.choices import Order
from lydite.cli import _options as o
from lydite.errors import InputError, did_you_mean
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.sources.hashtags.hubness import Hubness
    from lydite.sources.hashtags.thesaurus import Synonym, Thesaurus

EXAMPLES = "Examples: lydite synonyms health '#aging' -k 5 · lydite synonyms health --hubs 10"


@o.reports()
def command(
    store: Annotated[Path, typer.Argument(help="A store of lydite build hashtags, or a thesaurus file.")],
    tags: Annotated[list[str] | None, typer.Argument(help="Hashtags; # may be left out.")] = None,
    *,
    k: Annotated[int, typer.Option("-k", help="How many synonyms.", min=0)] = 10,
    order: Annotated[
        Order, typer.Option(help="By cosine, by CSLS (hubs held back), by popularity, or permuted.")
    ] = "nearest",
    cutoff: Annotated[
        float | None, typer.Option(help="Leave out synonyms below this cosine.", min=-1, max=1)
    ] = None,
    hubs: Annotated[int, typer.Option(help="Show so many hubs and how uneven the lists are.", min=0)] = 0,
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Show the nearest synonyms of hashtags, best first."""
    from lydite.sources.hashtags.hubness import hubness
    from lydite.sources.hashtags.opening import thesaurus

    if not tags and not hubs:
        raise InputError("name a hashtag, or ask for --hubs 10")
    source = thesaurus(store, k, order, cutoff=cutoff)
    unknown = [t for t in tags or [] if source.key(t) not in source.place]
    if unknown:
        hint = did_you_mean(source.key(unknown[0]), source.place)
        raise InputError(f"{unknown[0]} is not among the {len(source.tags):,} hashtags{hint}", store)
    synonyms = {source.key(t): source.nearest(t, k) for t in tags or []}
    uneven = hubness(source, k) if hubs else None
    # in a store only hashtags without a vector have none at all
    why = " (its vector is zero: no known word beside it)" if store.is_dir() and k and cutoff is None else ""
    return Report(
        drawings=(_text(source, synonyms, uneven, hubs, why),),
        data=functools.partial(_data, synonyms, uneven, hubs),
    )


def _text(
    source: Thesaurus, by_tag: dict[str, list[Synonym]], uneven: Hubness | None, hubs: int, why: str
) -> str:
    lines = []
    for tag, synonyms in by_tag.items():
        lines.append(tag if synonyms else f"{tag}: no synonyms{why}")
        wide = max((len(s.tag) for s in synonyms), default=0)
        for s in synonyms:
            cosine = "" if s.cosine != s.cosine else f"  {s.cosine:.4f}"  # a file has none
            lines.append(f"{s.rank:>4}  {s.tag:<{wide}}{cosine}".rstrip())
    if uneven is not None:
        lines.append(
            f"{len(source.tags):,} hashtags, lists of {uneven.k}: skewness {uneven.skewness:.2f}, "
            f"{uneven.never:,} ({uneven.never / max(1, len(source.tags)):.1%}) in nobody's list"
        )
        lines += [f"{count:>8,}  {tag}" for tag, count in uneven.hubs(hubs)]
    return "\n".join(lines)


def _data(by_tag: dict[str, list[Synonym]], uneven: Hubness | None, hubs: int) -> dict[str, Any]:
    rows = {
        tag: [
            {"tag": s.tag, "rank": s.rank, "cosine": None if s.cosine != s.cosine else s.cosine} for s in of
        ]
        for tag, of in by_tag.items()
    }
    answer: dict[str, Any] = {"synonyms": rows}
    if uneven is not None:
        answer["hubness"] = {
            "k": uneven.k,
            "skewness": uneven.skewness,
            "never": uneven.never,
            "hubs": [{"tag": tag, "count": count} for tag, count in uneven.hubs(hubs)],
        }
    return answer

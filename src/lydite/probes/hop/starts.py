"""Where walks start: all articles, a list of titles, or articles drawn evenly over a scale."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.notes import Note
from lydite.probes.hop.choosers.first import FirstChooser
from lydite.probes.hop.walk import WalkEnd, walk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.hop.link_graph import LinkGraph


BINS = 10
_BAR = 40


@dataclass(frozen=True)
class StartDistribution:
    """Starts on a scale: their scores, the bins they were drawn from, and examples."""

    scale: str
    scores: FloatArray
    edges: FloatArray
    drawn: list[int]
    """How many starts each bin has."""
    there: list[int]
    """How many articles each bin has."""
    examples: tuple[tuple[str, float], ...]
    """Some articles with their scores, from one end of the scale to the other."""


@dataclass(frozen=True)
class Starts:
    """Articles to start from, with notes and a report on how they are spread over a scale."""

    articles: IntArray
    notes: tuple[Note, ...] = ()
    report: tuple[str, ...] = ()


def random_starts(graph: LinkGraph, count: int | None, seed: int) -> Starts:
    """Return all articles but the target, or so many at random."""
    articles = _all(graph)
    if count is None:
        return Starts(articles)
    _enough(count, len(articles), graph)
    return Starts(np.sort(np.random.default_rng(seed).choice(articles, count, replace=False)))


def from_file(graph: LinkGraph, path: str, encoding: str | None = None) -> Starts:
    """Return the articles that a file names: one title a line, or a CSV with a column of titles.

    Redirects are followed; titles that lead to no article are left out and counted.
    """
    articles: dict[int, str] = {}
    unknown: list[str] = []
    followed, twice, target, problem = [], 0, False, ""
    for line, title in _titles(path, encoding):
        node = graph.wikipedia.node(title)
        try:
            article = graph.wikipedia.article(title)
        except InputError as error:
            problem = problem or f"line {line}: {str(error).partition(': ')[2] or error}"
            unknown.append(f"{title} (line {line:,})")
            continue
        if node is not None and node != article:
            followed.append(f"{title} → {graph.wikipedia.title(article)}")
        target |= article == graph.target
        twice += article in articles
        articles[article] = title
    articles.pop(graph.target, None)
    if not articles:
        raise InputError(f"names no article to start from{problem and f'; {problem}'}", path)
    notes = []
    if unknown:
        notes.append(_listed("starts that are no article here, left out", unknown))
    if followed:
        notes.append(_listed("starts that are redirects were followed", followed))
    if twice:
        notes.append(Note("starts named before, which count once: {count}", count=twice))
    if target:
        notes.append(Note("{target} is the target and no start", target=graph.wikipedia.title(graph.target)))
    return Starts(np.array(sorted(articles), np.int64), tuple(notes))


def _listed(what: str, names: list[str], most: int = 3) -> Note:
    """Return a note on how many there are, and the first of them."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    example = f"{', '.join(names[:most])}{more}"
    return Note(f"{what}: {{count:,}} ({{example}})", count=len(names), example=example)


def by_first_link(graph: LinkGraph, count: int | None, seed: int) -> Starts:
    """Draw evenly over the hops that always the first link needs (HOP, section 4).

    Articles from which the first links do not lead to the target have no such length and are left out.
    """
    articles = _all(graph)
    walks = walk(graph, FirstChooser(), articles)
    reached = walks.ends == WalkEnd.REACHED
    if not reached.any():
        raise InputError(
            f"from no article do first links lead to {graph.wikipedia.title(graph.target)}",
            graph.wikipedia.path,
        )
    hops = walks.hops[reached].astype(np.float64)
    sentence = "first links lead to the target from {count:,} of {of:,} articles"
    notes = [Note(sentence, count=int(reached.sum()), of=len(articles))]
    return _draw_evenly(graph, articles[reached], hops, count, seed, ("hops by first links", notes, True))


def by_concreteness(
    graph: LinkGraph, ratings: str | Path, count: int | None, seed: int, encoding: str | None = None
) -> Starts:
    """Draw evenly over the mean concreteness of the words in the first sentences (HOP, section 5)."""
    from lydite.probes.hop.concreteness import ConcretenessRatings, score

    read = ConcretenessRatings.read(ratings, encoding)
    articles = _all(graph)
    scores, known, words = score(graph.wikipedia, articles, read)
    rated = ~np.isnan(scores)
    if not rated.any():
        raise InputError("rates no word of any article", ratings)
    sentence = "concreteness: {count:,} of {of:,} words rated ({near:,} of them by a near match)"
    notes = [Note(sentence, count=known, of=words, near=read.near)]
    if not rated.all():
        sentence = "{count:,} articles have no rated word and were not drawn"
        notes.append(Note(sentence, count=int((~rated).sum())))
    return _draw_evenly(graph, articles[rated], scores[rated], count, seed, ("concreteness", notes, False))


def _draw_evenly(
    graph: LinkGraph,
    articles: IntArray,
    scores: FloatArray,
    count: int | None,
    seed: int,
    told: tuple[str, list[Note], bool],
) -> Starts:
    """Draw as evenly over bins as their sizes allow."""
    scale, notes, whole = told
    if count is not None:
        _enough(count, len(articles), graph)
    edges = (
        np.arange(scores.min(), scores.max() + 2)
        if whole and np.ptp(scores) < 40
        else np.linspace(scores.min(), scores.max(), BINS + 1)
    )
    bins = np.clip(np.searchsorted(edges, scores, "right") - 1, 0, max(len(edges) - 2, 0))
    sizes = np.bincount(bins, minlength=max(len(edges) - 1, 1))
    quotas = divide_evenly(sizes, len(articles) if count is None else count)
    generator = np.random.default_rng(seed)
    chosen = np.concatenate([
        generator.choice(np.flatnonzero(bins == b), quota, replace=False) for b, quota in enumerate(quotas)
    ])  # fmt: skip
    chosen.sort()
    drawn_scores = scores[chosen]
    order = np.argsort(drawn_scores, kind="stable")
    places = order[np.unique(np.linspace(0, len(order) - 1, 7).round().astype(np.int64))]
    examples = tuple(
        (graph.wikipedia.title(int(articles[chosen[i]])), float(drawn_scores[i])) for i in places
    )
    spread = StartDistribution(scale, drawn_scores, edges, quotas, sizes.tolist(), examples)
    return Starts(articles[chosen], tuple(notes), tuple(_distribution(spread, whole=whole)))


def divide_evenly(sizes: IntArray, count: int) -> list[int]:
    """Divide a number over bins as evenly as their sizes allow; what is left over goes to the first.

    >>> divide_evenly(np.array([2, 50, 50]), 30)
    [2, 14, 14]
    """
    quotas = np.zeros(len(sizes), np.int64)
    while (left := count - int(quotas.sum())) > 0:
        open_ = np.flatnonzero(quotas < sizes)
        if not len(open_):
            break
        each, rest = divmod(left, len(open_))
        more = np.full(len(open_), each)
        more[:rest] += 1
        quotas[open_] = np.minimum(sizes[open_], quotas[open_] + more)
    return [int(q) for q in quotas]


def _distribution(spread: StartDistribution, *, whole: bool) -> Iterator[str]:
    """Yield the histogram, the summary, and seven articles from one end of the scale to the other."""
    scores, edges = spread.scores, spread.edges
    most = max(1, *spread.drawn)
    lines = [f"Starts by {spread.scale}: drawn / there are"]
    for low, high, size, quota in zip(edges[:-1], edges[1:], spread.there, spread.drawn, strict=True):
        name = f"{low:5.0f}      " if whole and high - low == 1 else f"{low:4.2f}–{high:4.2f}"
        bar = "█" * round(_BAR * quota / most)
        lines.append(f"{name}  {quota:5,} / {size:5,}  {bar}".rstrip())
    yield "\n".join(lines)
    low, first, middle, third, high = np.quantile(scores, [0, 0.25, 0.5, 0.75, 1])
    deviation = scores.std(ddof=1) if len(scores) > 1 else float("nan")
    yield (
        f"mean {scores.mean():.2f}, sd {deviation:.2f}, quartiles {low:.2f} {first:.2f} {middle:.2f} "
        f"{third:.2f} {high:.2f}"
    )
    yield "\n".join(f"{score:5.2f}  {title}" for title, score in spread.examples)


def _all(graph: LinkGraph) -> IntArray:
    return np.flatnonzero(np.arange(graph.wikipedia.articles) != graph.target)


def _enough(count: int, there: int, graph: LinkGraph) -> None:
    if not 0 < count <= there:
        raise InputError(f"{count:,} starts were asked for; there are {there:,}", graph.wikipedia.path)


def _titles(path: str, encoding: str | None) -> Iterator[tuple[int, str]]:
    """Yield line and title; of a CSV the first column under a head such as that of the authors' list."""
    lines = opening.text(path, encoding).splitlines()
    listed = bool(lines) and lines[0].split(",")[0] in ("article_name", "start_article_title", "title")
    if listed:
        rows = csv.reader(lines)
        try:
            next(rows)
            for row in rows:
                if row and row[0].strip():
                    yield rows.line_num, row[0].strip()
        except csv.Error as error:
            raise InputError(f"is not a table: {error}", path, rows.line_num) from error
        return
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line.strip()

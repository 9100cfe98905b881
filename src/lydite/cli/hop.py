"""``lydite hop``: how well does a source of meaning find its way to Philosophy."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.cli import _options as o
from lydite.errors import InputError, StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference import Comparison
    from lydite.probes.hop import Hopped, Web
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.starts import Starts
    from lydite.result import Results

EXAMPLES = (
    "Examples: lydite hop STORE --choose first --choose wordnet --choose shortest · "
    'lydite hop STORE --choose "vectors(file=w.bin)" --starts 1000 --by concreteness --ratings RATINGS · '
    'lydite hop STORE --choose "nth(n=1:10)" --chart trend.png · '
    "lydite hop STORE --choose wordnet --trace London · "
    "lydite hop STORE --choose wordnet --skip-visited --stability 100"
)


class By(StrEnum):
    """What starts are spread evenly over."""

    concreteness = "concreteness"
    first_link = "first-link"


def command(
    store: Annotated[Path, typer.Argument(help="A store made by lydite build wikipedia.")],
    choose: Annotated[
        list[str], typer.Option("--choose", "-c", help="A strategy or sweep; give as many as you like.")
    ] = ["first", "wordnet", "shortest"],  # noqa: B006
    target: Annotated[str, typer.Option(help="The article to reach.")] = "Philosophy",
    links: Annotated[int, typer.Option(help="How many links of an article are considered.", min=1)] = 20,
    hops: Annotated[int, typer.Option(help="Hops after which a walk is given up.", min=1)] = 100,
    skip_visited: Annotated[
        bool, typer.Option("--skip-visited", help="Never choose an article seen on the way.")
    ] = False,
    starts: Annotated[
        str | None, typer.Option(help="A file of titles, or how many articles to draw; default all.")
    ] = None,
    by: Annotated[
        By | None, typer.Option(help="Draw evenly over concreteness, or over hops by first links.")
    ] = None,
    ratings: Annotated[
        Path | None, typer.Option(help="Concreteness of words (Brysbaert's format), for --by concreteness.")
    ] = None,
    trace: Annotated[
        str | None, typer.Option(help="Show every hop from this article, with the links considered.")
    ] = None,
    stability: Annotated[
        int, typer.Option(help="Walk so many times more with 1% of all links missing (100 is plenty).", min=0)
    ] = 0,
    encoding: o.EncodingOption = None,
    let: o.LetOption = [],  # noqa: B006
    format: o.FormatOption = o.Format.text,
    output: o.OutputOption = None,
    seed: o.SeedOption = 0,
    bootstrap: o.BootstrapOption = 1_000,
    level: o.LevelOption = 0.95,
    test: o.TestOption = o.PairedTest.randomisation,
    chart: o.ChartOption = None,
    digits: o.DigitsOption = 2,
) -> None:
    """Hop from articles to Philosophy by links that a strategy chooses: a test of vectors and taxonomies."""
    from lydite.probes.hop.run import run
    from lydite.probes.hop.web import Web
    from lydite.sources.wikipedia import Wikipedia

    if trace is not None and (starts is not None or by is not None or ratings is not None or stability):
        raise InputError("--trace follows one article: --starts, --by, --ratings, --stability are for many")
    chosen = strategies(choose, o.names(let), seed)
    wikipedia = Wikipedia.open(store)
    try:
        web = Web.of(wikipedia, target, links)
    except StoreError:
        raise
    except InputError as error:
        raise InputError(f"{error}; --target names the article to reach") from None
    settings: dict[str, Any] = {"most": hops, "skip_visited": skip_visited}
    if trace is not None:
        _trace(web, chosen, trace, settings, (format, output, chart))
        return
    drawn = _starts(web, starts, by, ratings, seed, encoding)
    hopped = run(web, chosen, drawn.articles, notes=drawn.notes, **settings)
    from lydite.inference import Options
    from lydite.probes.hop.comparing import compare_strategies

    options = Options(bootstrap, seed, level=level)
    results = hopped.results(options)
    compared = compare_strategies(hopped, results, options, test.value) if len(chosen) > 1 else None
    if stability:
        from lydite.probes.hop.stability import stability as stable

        results += stable(hopped, stability, seed=seed, level=level)
    text = _written(hopped, results, compared, drawn, (format, digits, output is not None))
    if chart is not None:
        from lydite.reporting.charts.hops import draw

        draw(hopped, results, chart)
    o.emit(text, output)
    if format is o.Format.csv:  # the one that has no room for them
        for note in results.notes:
            sys.stderr.write(f"lydite: {note}\n")
    if drawn.report and format not in (o.Format.text, o.Format.markdown):
        sys.stderr.write("\n\n".join(drawn.report) + "\n")


def strategies(specs: Sequence[str], let: dict[str, str], seed: int) -> tuple[Chooser, ...]:
    """Return the strategies of specs and sweeps, each once; ``seed`` goes where none was given."""
    from lydite.spec import expand

    found = [
        replace(c, seed=seed) if seed and hasattr(c, "seed") and "(" not in text else c
        for text in specs
        for c in expand(text, "chooser", let)
    ]
    return tuple(dict.fromkeys(found))


def _starts(
    web: Web, starts: str | None, by: By | None, ratings: Path | None, seed: int, encoding: str | None
) -> Starts:
    """Return the articles to start from."""
    from lydite.probes.hop import starts as s

    if ratings is not None and by is not By.concreteness:
        raise InputError("--ratings is for --by concreteness")
    if starts is None or starts.isdecimal():
        count = None if starts is None else int(starts)
        if by is By.concreteness:
            if ratings is None:
                raise InputError("--by concreteness needs --ratings FILE, concreteness of words")
            return s.by_concreteness(web, ratings, count, seed, encoding)
        return s.by_first_link(web, count, seed) if by is By.first_link else s.drawn(web, count, seed)
    if by is not None:
        raise InputError(f"--by {by} draws articles: give --starts a number, not a file")
    return s.from_file(web, starts, encoding)


def _written(
    hopped: Hopped,
    results: Results,
    compared: Comparison | None,
    drawn: Starts,
    shown: tuple[o.Format, int, bool],
) -> str:
    """Return the report in the format that was asked for."""
    from lydite.reporting import hops, render, text

    how, digits, to_file = shown
    if how in (o.Format.json, o.Format.csv):
        return render(results, how, comparison=compared)
    spread = drawn.report if how is not o.Format.latex else ()
    parts = [*spread, *hops.report(hopped, results, compared, digits, text.MOST_TESTS)]
    return hops.written(parts, how, None if to_file else text.terminal_width())


def _trace(
    web: Web,
    choosers: tuple[Chooser, ...],
    title: str,
    settings: dict[str, Any],
    shown: tuple[o.Format, Path | None, Path | None],
) -> None:
    """Show the walks from one article, hop by hop."""
    from lydite.probes.hop.trace import trace
    from lydite.reporting import traces

    how, output, chart = shown
    if how not in (o.Format.text, o.Format.json):
        raise InputError(f"--trace is written as text or json, not as {how}")
    start = web.wikipedia.article(title)
    if start == web.target:
        raise InputError(f"{title} is the target: there is nothing to trace")
    found = [trace(web, c, start, **settings) for c in choosers]
    if web.wikipedia.node(title) != start:
        sys.stderr.write(f"lydite: {title} leads to {web.wikipedia.title(start)}\n")
    text = traces.as_json(found) if how is o.Format.json else "\n\n".join(map(traces.as_text, found))
    if chart is not None:
        from lydite.reporting.charts.hops import draw_traces

        draw_traces(found, chart)
    o.emit(text, output)

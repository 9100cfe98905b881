"""``lydite hop``: how well does a source of meaning find its way to Philosophy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.runs import paged
from lydite.core.errors import InputError, StoreError
from lydite.core.options import Argument, Option
from lydite.core.spec import expand
from lydite.core.whole_numbers import whole_number
from lydite.inference.options import Inference, Testing
from lydite.reporting.report import Report
from lydite.runs.request import Define, Encoding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.probes.hop import LinkGraph
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.starts import Starts


By = Literal["concreteness", "first-link"]
"""What starts are spread evenly over."""


@app.command(
    examples=(
        "lydite hop STORE --choose first --choose wordnet --choose shortest",
        'lydite hop STORE --choose "vectors(file=w.bin)" --starts 1000 --by concreteness --ratings RATINGS',
        'lydite hop STORE --choose "nth(n=1:10)" --chart trend.png',
        "lydite hop STORE --choose wordnet --trace London",
        "lydite hop STORE --choose wordnet --skip-visited",
    ),
    without=["interval", "cluster"],
    digits=2,
)
def command(
    store: Annotated[Path, Argument("A store made by lydite build wikipedia.")],
    choose: Annotated[
        list[str], Option("A strategy or sweep; give as many as you like.", "--choose", "-c")
    ] = ["first", "wordnet", "shortest"],  # noqa: B006
    *,
    target: Annotated[str, Option("The article to reach.")] = "Philosophy",
    links: Annotated[int, Option("How many links of an article are considered.", low=1)] = 20,
    hops: Annotated[int, Option("Hops after which a walk is given up.", low=1)] = 100,
    skip_visited: Annotated[
        bool, Option("Never choose an article seen on the way.", "--skip-visited")
    ] = False,
    starts: Annotated[
        str | None, Option("A file of titles, or how many articles to draw; default all.")
    ] = None,
    by: Annotated[By | None, Option("Draw evenly over concreteness, or over hops by first links.")] = None,
    ratings: Annotated[
        Path | None, Option("Concreteness of words (Brysbaert's format), for --by concreteness.")
    ] = None,
    trace: Annotated[
        str | None, Option("Show every hop from this article, with the links considered.")
    ] = None,
    on: o.On = "here",
    encoding: Encoding = None,
    let: Define = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
) -> Report:
    """Test vectors and taxonomies by the links that they choose from Wikipedia articles to Philosophy."""
    from lydite.knowledge.wikipedia import Wikipedia
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.run import run_walks

    if trace is not None and (starts is not None or by is not None or ratings is not None):
        raise InputError("--trace follows one article: --starts, --by, --ratings are for many")
    chosen = strategies(choose, let or {}, inference.seed)
    wikipedia = Wikipedia.open(store)
    try:
        graph = LinkGraph.of(wikipedia, target, links)
    except StoreError:
        raise
    except InputError as error:
        raise InputError(f"{error}; --target names the article to reach") from None
    settings: dict[str, Any] = {"most": hops, "skip_visited": skip_visited}
    if trace is not None:
        return _trace(graph, chosen, trace, settings)
    drawn = _starts(graph, starts, by, ratings, inference.seed, encoding)
    hop_run = run_walks(graph, chosen, drawn.articles, notes=drawn.notes, on=on, **settings)
    from lydite.probes.hop.comparing import compare_strategies
    from lydite.reporting.views.hops import report
    from lydite.runs.run import Run

    options = inference
    writing.keep(Run.of_hops(hop_run))
    results = hop_run.results(options)
    test = testing.test or "randomisation"
    compared = compare_strategies(hop_run, results, options, test) if len(chosen) > 1 else None

    return paged(report(hop_run, results, compared, drawn.report), Run.of_hops(hop_run), writing)


def strategies(specs: Sequence[str], let: Mapping[str, str], seed: int) -> tuple[Chooser, ...]:
    """Return the strategies of specs and sweeps, each once; ``seed`` goes where none was given."""
    choosers = [
        replace(c, seed=seed) if seed and hasattr(c, "seed") and "(" not in text else c
        for text in specs
        for c in expand(text, "chooser", let)
    ]
    return tuple(dict.fromkeys(choosers))


def _starts(
    graph: LinkGraph, starts: str | None, by: By | None, ratings: Path | None, seed: int, encoding: str | None
) -> Starts:
    """Return the articles to start from."""
    from lydite.probes.hop import starts as s

    if ratings is not None and by != "concreteness":
        raise InputError("--ratings is for --by concreteness")
    count = None if starts is None else whole_number(starts)
    if starts is None or count is not None:
        if by == "concreteness":
            if ratings is None:
                raise InputError("--by concreteness needs --ratings FILE, concreteness of words")
            return s.by_concreteness(graph, ratings, count, seed, encoding)
        return (
            s.by_first_link(graph, count, seed) if by == "first-link" else s.random_starts(graph, count, seed)
        )
    if by is not None:
        raise InputError(f"--by {by} draws articles: give --starts a number, not a file")
    return s.from_file(graph, starts, encoding)


def _trace(graph: LinkGraph, choosers: tuple[Chooser, ...], title: str, settings: dict[str, Any]) -> Report:
    """Show the walks from one article, hop by hop."""
    from lydite.probes.hop.trace import trace_walk
    from lydite.reporting.views.traces import report

    start = graph.wikipedia.article(title)
    if start == graph.target:
        raise InputError(f"{title} is the target: there is nothing to trace")
    followed = graph.wikipedia.node(title) != start
    asides = (f"{title} leads to {graph.wikipedia.title(start)}",) if followed else ()
    return report([trace_walk(graph, c, start, **settings) for c in choosers], asides)

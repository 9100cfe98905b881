"""``lydite report``: saved runs as one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._outputs import keep_files
from lydite.cli._saved import AllowDifferentOption, RunSeedOption
from lydite.reporting.readable import tell

EXAMPLES = (
    'Examples: lydite score gold.jsonl a.jsonl b.jsonl -m "F1(match=meaning)" --save ab.run --save-items · '
    "lydite report ab.run · lydite report monday.run tuesday.run -o week.html"
)
PAGE = Path("report.html")


@o.reports(without=("format", "chart", "save", "output"))
def command(
    runs: Annotated[list[str], typer.Argument(help="Files written by --save, of the same items.")],
    *,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The page.", callback=o.writable, show_default=str(PAGE)),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            "--measure", "-m", help="The measure whose matches are shown; else the first by meaning."
        ),
    ] = None,
    inside: Annotated[
        int | None,
        typer.Option(
            help="How many items the page lists: the first ones.",
            min=1,
            show_default="10000, fewer of more than ten systems",
        ),
    ] = None,
    no_items: Annotated[
        bool,
        typer.Option("--no-items", help="Leave items out, and with them gold and predictions."),
    ] = False,
    allow_different: AllowDifferentOption = False,
    seed: RunSeedOption = None,
    shared: o.SharedOptions,
    layout: o.LayoutOptions,
) -> None:
    """Write saved runs as one HTML page that needs no network: verdict, ranking, table, items."""
    from lydite.cli._pages import with_page
    from lydite.cli._runs import of_run
    from lydite.core.io.files import digest
    from lydite.reporting.run_page.listed import listed_measure
    from lydite.runs.compare import side_by_side
    from lydite.runs.reading import read_run

    page = PAGE if output is None else output
    o.writable(page)
    keep_files([page], map(Path, runs))
    named = o.system_names(runs)
    read = {name: read_run(path) for name, path in named.items()}
    run = side_by_side(read, allow_different=allow_different, judge=shared.judge)
    listed_measure(run, measure)
    report = of_run(shared, run, shared.options(seed=run.seed if seed is None else seed), layout)
    facts = {f"run {name}": digest(path) for name, path in named.items() if Path(path).is_file()}
    shown = {"measure": measure, "most": inside, "items": not no_items}
    report = with_page(report, run, facts, "--no-items", **shown)
    o.write(report.render("html", digits=shared.digits), page)
    for note in (*report.page_notes, f"wrote {page}"):
        tell(note)

"""``lydite report``: saved runs as one page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.outputs import check_output, keep_files
from lydite.cli.pages import with_page
from lydite.cli.runs import of_run
from lydite.core.io.digests import digest
from lydite.core.options import Argument, Option
from lydite.inference.options import Inference, Testing
from lydite.reporting.readable import tell

PAGE = Path("report.html")


@app.command(
    examples=(
        'lydite score gold.jsonl a.jsonl b.jsonl -m "F1(match=meaning)" --save ab.run --save-items',
        "lydite report ab.run",
        "lydite report monday.run tuesday.run -o week.html",
    ),
    without=("format", "chart", "save", "output"),
)
def command(
    runs: Annotated[list[str], Argument("Files written by --save, of the same items.")],
    *,
    output: Annotated[
        Path | None,
        Option("The page.", "--output", "-o", writes="file", shown=str(PAGE)),
    ] = None,
    measure: Annotated[
        str | None,
        Option("The measure whose matches are shown; else the first by meaning.", "--measure", "-m"),
    ] = None,
    inside: Annotated[
        int | None,
        Option(
            "How many items the page lists: the first ones.",
            low=1,
            shown="10000, fewer of more than ten systems",
        ),
    ] = None,
    no_items: Annotated[
        bool,
        Option("Leave items out, and with them gold and predictions.", "--no-items"),
    ] = False,
    allow_different: o.AllowDifferent = False,
    seed: o.RunSeed = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
    layout: o.Layout,
) -> None:
    """Write saved runs as one HTML page that needs no network: verdict, ranking, table, items."""
    from lydite.reporting.run_page.listed import listed_measure
    from lydite.runs.compare import side_by_side
    from lydite.runs.run_file import read_run

    page = PAGE if output is None else output
    check_output(page, "file")
    keep_files([page], map(Path, runs))
    named = o.system_names(runs)
    read = {name: read_run(path) for name, path in named.items()}
    run = side_by_side(read, allow_different=allow_different, judge=inference.judge)
    listed_measure(run, measure)
    report = of_run(
        run, replace(inference, seed=run.seed if seed is None else seed), testing.test, layout, writing
    )
    facts = {f"run {name}": digest(path) for name, path in named.items() if Path(path).is_file()}
    shown = {"measure": measure, "most": inside, "items": not no_items}
    report = with_page(report, run, facts, "--no-items", **shown)
    o.write(report.render("html", digits=writing.digits), page)
    for note in (*report.page_notes, f"wrote {page}"):
        tell(note)

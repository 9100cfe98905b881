"""``lydite build wikipedia``: a store from a dump."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = (
    "Examples: lydite build wikipedia enwiki-latest-pages-articles-multistream.xml.bz2 -o en.wikipedia "
    "--processes 8 · lydite build wikipedia "
    "enwiki-latest-{page,redirect,linktarget,pagelinks,categorylinks}.sql.gz -o en.wikipedia"
)


def command(
    dump: Annotated[
        list[Path], typer.Argument(help="pages-articles XML, SQL dumps, or an archive of rendered articles.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder of the store.")],
    processes: Annotated[int, typer.Option(help="Processes that read the dump.", min=1)] = 1,
    stemmer: Annotated[
        str, typer.Option(help="porter, a Snowball language, none; auto: by the wiki.")
    ] = "auto",
    language: Annotated[str, typer.Option(help="Language, where the dump does not say.")] = "",
    lead: Annotated[bool, typer.Option(help="Keep links and text of the leads (hop needs them).")] = True,
    words: Annotated[bool, typer.Option(help="Also index the words of all articles (esa needs it).")] = False,
    keep_hidden: Annotated[bool, typer.Option(help="Keep hidden and maintenance categories.")] = False,
    memory: Annotated[int, typer.Option(help="Megabytes for sorting.", min=16)] = 512,
) -> None:
    """Build a store of a Wikipedia: articles, redirects, categories, labels, links, leads.

    A build that was stopped goes on where it was when it is called again in the same way.
    """
    from lydite.sources.wikipedia.build import Options, build

    options = Options(stemmer, lead, words, keep_hidden, language, memory * (1 << 20) // 32)
    with _Progress() as report:
        notes = build(dump, output, options, processes=processes, report=report)
    c = notes["counts"]
    typer.echo(
        f"{output.name}: {c['articles']:,} articles, {c['redirects']:,} redirects, "
        f"{c['categories']:,} categories, "
        f"{c['labels']:,} labels, {c['memberships']:,} memberships, {c['links']:,} links"
    )


class _Progress:
    """Shows how far a build is, with rate and time left, on a terminal's standard error."""

    def __enter__(self) -> Callable[[str, int, int], None]:
        if not sys.stderr.isatty():
            return _silent
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )

        self.bar: Any = Progress(
            TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self.bar.start()
        self.task = self.bar.add_task("extract", total=None)
        self.reached = 0
        return self._report

    def _report(self, stage: str, done: int, total: int) -> None:
        self.reached = max(self.reached, done)
        self.bar.update(self.task, description=stage, completed=self.reached, total=total or self.reached)

    def __exit__(self, *error: object) -> None:
        if hasattr(self, "bar"):
            self.bar.stop()


def _silent(stage: str, done: int, total: int) -> None:
    """Report nothing where nobody watches."""

"""``lydite build wikipedia``: a store from a dump."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._inputs import OnOption
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite build wikipedia enwiki-latest-pages-articles-multistream.xml.bz2 -o en.wikipedia "
    "--on 'processes(8)' · lydite build wikipedia "
    "enwiki-latest-{page,redirect,linktarget,pagelinks,categorylinks}.sql.gz -o en.wikipedia"
)


@o.reports()
def command(
    dump: Annotated[
        list[Path],
        typer.Argument(help="pages-articles XML, SQL dumps, or an archive of rendered articles."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder of the store.")],
    on: OnOption = "here",
    stemmer: Annotated[
        str, typer.Option(help="porter, none, or a language by code or name: fr; auto: by the wiki.")
    ] = "auto",
    language: Annotated[str, typer.Option(help="Language, where the dump does not say: tr, Turkish.")] = "",
    lead: Annotated[bool, typer.Option(help="Keep links and text of the leads (hop needs them).")] = True,
    words: Annotated[
        bool, typer.Option(help="Also index the words of all articles (esa and ssa need it).")
    ] = False,
    keep_hidden: Annotated[bool, typer.Option(help="Keep hidden and maintenance categories.")] = False,
    memory: Annotated[int, typer.Option(help="Megabytes for sorting.", min=16)] = 512,
) -> Report:
    """Build a store of a Wikipedia: articles, redirects, categories, labels, links, leads.

    A build that was stopped goes on where it was when it is called again in the same way.
    """
    from lydite.core.progress import progress_bar
    from lydite.knowledge.wikipedia.build.builder import BuildOptions, build

    options = BuildOptions(stemmer, lead, words, keep_hidden, language, memory * (1 << 20) // 32)
    with progress_bar("extract") as progress:

        def report(stage: str, done: int, total: int) -> None:
            progress.label, progress.total = f"{stage}, MB" if total else stage, total >> 20
            progress.update(max(progress.done, done >> 20) if total else 0)  # parts may end out of order

        notes = build(dump, output, options, on=on, report=report)
    c = notes["counts"]
    return Report(
        f"{output.name}: {c['articles']:,} articles, {c['redirects']:,} redirects, "
        f"{c['categories']:,} categories, "
        f"{c['labels']:,} labels, {c['memberships']:,} memberships, {c['links']:,} links"
    )

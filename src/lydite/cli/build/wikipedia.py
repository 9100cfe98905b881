"""``lydite build wikipedia``: a store from a dump."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.core.options import Argument, Option
from lydite.core.progress import progress_bar
from lydite.reporting.report import Report


@app.command(
    examples=(
        (
            "lydite build wikipedia enwiki-latest-pages-articles-multistream.xml.bz2 -o en.wikipedia "
            "--on 'processes(8)'"
        ),
        (
            "lydite build wikipedia "
            "enwiki-latest-{page,redirect,linktarget,pagelinks,categorylinks}.sql.gz -o en.wikipedia"
        ),
    )
)
def command(
    dump: Annotated[
        list[Path],
        Argument("pages-articles XML, SQL dumps, or an archive of rendered articles."),
    ],
    output: Annotated[Path, Option("The folder of the store.", "--output", "-o")],
    on: o.On = "here",
    stemmer: Annotated[
        str, Option("porter, none, or a language by code or name: fr; auto: by the wiki.")
    ] = "auto",
    language: Annotated[str, Option("Language, where the dump does not say: tr, Turkish.")] = "",
    lead: Annotated[bool, Option("Keep links and text of the leads (hop needs them).")] = True,
    words: Annotated[bool, Option("Also index the words of all articles (esa and ssa need it).")] = False,
    keep_hidden: Annotated[bool, Option("Keep hidden and maintenance categories.")] = False,
    memory: Annotated[int, Option("Megabytes for sorting.", low=16)] = 512,
) -> Report:
    """Build a store of a Wikipedia: articles, redirects, categories, labels, links, leads.

    A build that was stopped goes on where it was when it is called again in the same way.
    """
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

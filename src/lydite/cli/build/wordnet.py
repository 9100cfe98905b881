"""``lydite build wordnet``: compile a wordnet to a store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite build wordnet /usr/share/wordnet -o wn30 · lydite build wordnet oewn.xml.gz -o oewn · "
    "lydite build wordnet omw-fr.xml --relations omw-en.xml -o french; "
    'then lydite match pain gâteau --using "wordnet(store=french)"'
)


@o.reports()
def command(
    source: Annotated[Path, typer.Argument(help="A dict folder of WordNet 3.0 or 3.1, or a WN-LMF file.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    relations: Annotated[
        Path | None,
        typer.Option(help="A WN-LMF file to take relations from, through the interlingual index."),
    ] = None,
    lexicon: Annotated[
        str | None, typer.Option(help="The id of one lexicon, where a WN-LMF file holds several.")
    ] = None,
) -> Report:
    """Compile a wordnet: Princeton's dict folder, or WN-LMF (Open English, Open Multilingual)."""
    from lydite.errors import InputError
    from lydite.sources.saving import check_place
    from lydite.sources.wordnet import open_wordnet
    from lydite.sources.wordnet.compiling import compile_lexicon

    check_place(output)
    if source.is_dir():
        from lydite.sources.wordnet.princeton import read_dict

        if relations is not None or lexicon is not None:
            raise InputError("--relations and --lexicon are for WN-LMF files, not for a dict folder", source)
        found = read_dict(source)
    elif source.exists() or str(source) == "-":
        from lydite.sources.wordnet.lmf import read_lmf

        found = read_lmf(source, relations, lexicon)
    else:
        raise InputError("no such file or folder", source)
    compile_lexicon(found, output)
    made = open_wordnet(output)
    return Report(f"{output}: {made.identity}, {len(made.graph):,} synsets, {len(made.labels):,} labels")

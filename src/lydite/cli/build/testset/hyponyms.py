"""``lydite build testset hyponyms``: categories from what a wordnet or a Wiktionary has below a sense."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli import _testsets as t
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite build testset hyponyms --category animals=animal.n.1 --category colours=color.n.1 · "
    "lydite build testset hyponyms --store omw --category animal.n --language it,hi -o animals.json · "
    "lydite build testset hyponyms --store french --category animaux=animal --language fr"
)


@o.reports()
def command(
    category: Annotated[
        list[str],
        typer.Option(help="What lies below a sense: animals=animal.n.1 (name, word, part of speech, which)."),
    ],
    store: Annotated[
        Path | None, typer.Option(help="A store of a wordnet or a Wiktionary; none: WordNet 3.1.")
    ] = None,
    language: Annotated[
        str, typer.Option(help="Languages of the store by code or name: it,hi; none: the store's own.")
    ] = "",
    output: t.OutputOption = Path("hyponyms.json"),
    synonyms: Annotated[
        bool, typer.Option("--synonyms", help="All words of a synset, instead of its first.")
    ] = False,
    spaces: t.SpacesOption = "drop",
) -> Report:
    """Build test sets of hyponyms; items keep the number of their synset, so that languages align."""
    from lydite.probes.testsets.hyponyms import SenseCategory, build_hyponyms

    wanted = [SenseCategory.read(text) for text in category]
    languages = t.split_languages(language) if language else []
    sets = build_hyponyms(store, wanted, languages, synonyms=synonyms, spaces=spaces, name=output.stem)
    return t.write_sets(sets, output)
